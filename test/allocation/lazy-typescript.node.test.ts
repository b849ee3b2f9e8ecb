import { describeLazyAllocations } from './count-lazy-allocations.js';

describeLazyAllocations('typescript');
