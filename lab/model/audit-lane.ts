/** A worker that checks instants for the worker of an audit. */
import { serveAudits } from 'pliant/audit';

serveAudits();
