/** The script of a worker in browsers. */
import { serveDeformTrees } from './web-serve.js';

serveDeformTrees();
