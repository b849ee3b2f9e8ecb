/** Meshes, models and bounds that workers have been sent: each once, however many bodies are made of it. */

/** A record as the workers know it. */
interface SharedRecord {
  readonly number: number;
  users: number;
}

/** Numbers for records, counted by body. */
export class SharedRecords {
  readonly #records = new Map<object, SharedRecord>();
  #nextNumber = 0;

  /** Counts one more user of each record. Returns those that have had none, with the numbers they are to go by. */
  acquire(records: readonly object[]): [number: number, record: object][] {
    const unknown: [number, object][] = [];
    for (const record of records) {
      let shared = this.#records.get(record);
      if (!shared) {
        shared = { number: this.#nextNumber++, users: 0 };
        this.#records.set(record, shared);
        unknown.push([shared.number, record]);
      }
      shared.users++;
    }
    return unknown;
  }

  /** The number of a record that has a user. */
  numberOf(record: object): number {
    return this.#records.get(record)!.number;
  }

  /** Counts one user less of each record. Returns the numbers of those that nobody uses now. */
  release(records: readonly object[]): number[] {
    const unused: number[] = [];
    for (const record of records) {
      const shared = this.#records.get(record)!;
      if (--shared.users > 0) continue;
      this.#records.delete(record);
      unused.push(shared.number);
    }
    return unused;
  }
}
