/** The script of a worker in Node. */
import { serveDeformTrees } from './node-serve.js';

serveDeformTrees();
