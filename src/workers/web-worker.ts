/** The script of a worker in browsers. */
import { serveSearches } from './web-serve.js';

serveSearches();
