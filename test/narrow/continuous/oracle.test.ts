import { describeWholeTouches } from './whole-touches.js';

describeWholeTouches(17, 30);
