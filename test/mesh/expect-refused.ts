import { type PliantErrorCode, PliantError } from 'pliant';
import { expect } from 'vitest';

/** The call must throw a PliantError with this code, whose message contains all these parts. */
export function expectRefused(call: () => unknown, code: PliantErrorCode, ...parts: readonly string[]): void {
  let thrown: unknown = 'nothing';
  try {
    call();
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(PliantError);
  const { code: seen, message } = thrown as PliantError;
  expect(seen, message).toBe(code);
  for (const part of parts) expect(message).toContain(part);
}
