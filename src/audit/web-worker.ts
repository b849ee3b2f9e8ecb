/** The script of a worker in browsers. */
import { serveAudits } from './web-serve.js';

serveAudits();
