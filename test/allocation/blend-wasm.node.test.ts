import { describeBlendAllocations } from './count-blend-allocations.js';

describeBlendAllocations('wasm');
