// slow: waits until the compiler has done with the twins of all kernels
import { describeLazyAllocations } from './count-lazy-allocations.js';

describeLazyAllocations('typescript');
