// slow: waits until the compiler has done with the twins of all kernels
import { describeBlendAllocations } from './count-blend-allocations.js';

describeBlendAllocations('typescript');
