/** A worker as users write one whose bundler does not find ours. */
import { serveSearches } from 'pliant/workers';

serveSearches();
