/** The script of a worker in Node. */
import { serveSearches } from './node-serve.js';

serveSearches();
