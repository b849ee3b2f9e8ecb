/** The script of a worker in Node. */
import { serveAudits } from './node-serve.js';

serveAudits();
