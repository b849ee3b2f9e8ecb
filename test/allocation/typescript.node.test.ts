import { describeAllocations } from './count-allocations.js';

describeAllocations('typescript');
