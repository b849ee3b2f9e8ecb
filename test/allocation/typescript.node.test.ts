// slow: waits until the compiler has done with the twins of all kernels
import { describeAllocations } from './count-allocations.js';

describeAllocations('typescript');
