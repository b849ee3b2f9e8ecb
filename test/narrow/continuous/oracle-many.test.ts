// slow: compares thousands of samples with rational arithmetic
import { describeWholeTouches } from './whole-touches.js';

describeWholeTouches(18, 800);
