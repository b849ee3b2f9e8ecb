/** Loaded into a process before its program: writes a {@link ProcessRecord} when it ends. */
import type { PathLike } from 'node:fs';
import { writeFileSync } from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { Socket } from 'node:net';
import type { ProcessRecord } from './process-record.js';
import { RECORD_VARIABLE } from './process-record.js';

const opened: string[] = [];
let connections = 0;

const { open, readFile } = promises;
promises.open = (path: PathLike, ...rest) => {
  opened.push(String(path));
  return open(path, ...rest);
};
promises.readFile = ((...given: Parameters<typeof readFile>) => {
  // Modules are read by URL.
  if (typeof given[0] === 'string') opened.push(given[0]);
  return readFile(...given);
}) as typeof readFile;
// Modules that import these by name get them as well.
syncBuiltinESMExports();

const connect = Reflect.get(Socket.prototype, 'connect') as (...given: unknown[]) => Socket;
Socket.prototype.connect = function (this: Socket, ...given: unknown[]) {
  connections++;
  return connect.apply(this, given);
};

process.on('exit', () => {
  const record: ProcessRecord = { largestMb: process.resourceUsage().maxRSS / 1024, opened, connections };
  writeFileSync(process.env[RECORD_VARIABLE]!, JSON.stringify(record));
});
