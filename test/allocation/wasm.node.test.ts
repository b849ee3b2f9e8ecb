import { describeAllocations } from './count-allocations.js';

describeAllocations('wasm');
