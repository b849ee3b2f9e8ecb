/** What a person typed cannot be done: told by its message alone, without a stack, and ends with exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
