/** Reports as JSON text, in pieces: with every pair of triangles a report may be longer than a string can be. */
import type { FileReport, Report } from '../audit/report.js';

/** The pieces of a report, one line per object, clip, instant and finding. The same report gives the same text. */
export function* reportPieces({ schema, files }: Report): Generator<string> {
  yield `{\n"schema": ${JSON.stringify(schema)},\n"files": [`;
  for (const [i, file] of files.entries()) {
    yield i === 0 ? '\n' : ',\n';
    yield* filePieces(file);
  }
  yield '\n]\n}\n';
}

function* filePieces(file: FileReport): Generator<string> {
  yield '{\n';
  const entries = Object.entries(file).filter(([, value]) => value !== undefined);
  for (const [i, [key, value]] of entries.entries()) {
    yield `${i === 0 ? '' : ',\n'}${JSON.stringify(key)}: `;
    if (Array.isArray(value)) yield* listPieces(value);
    else yield JSON.stringify(value);
  }
  yield '\n}';
}

function* listPieces(list: readonly unknown[]): Generator<string> {
  yield '[';
  for (const [i, element] of list.entries()) yield `${i === 0 ? '\n' : ',\n'}${JSON.stringify(element)}`;
  yield list.length > 0 ? '\n]' : ']';
}
