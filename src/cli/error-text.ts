/** Errors as a person is told about them. */
import { PliantError } from '../errors.js';
import { printableLines } from './terminal.js';
import { UsageError } from './usage-error.js';

/**
 * Mistakes of the user, of a file and of the disk by the message alone; mistakes of ours with where they happened. Safe to
 * print, though messages quote files.
 */
export function errorText(error: unknown): string {
  return printableLines(messageOf(error));
}

function messageOf(error: unknown): string {
  if (error instanceof UsageError || error instanceof PliantError) return error.message;
  if (!(error instanceof Error)) return `pliant: ${String(error)}`;
  if ('syscall' in error) return `pliant: ${error.message}`;
  return `pliant: this should not have happened; please report it\n${error.stack ?? error.message}`;
}
