/** What WebAssembly makes an agenda in. */

/** Its functions; `state` is where the words of `AGENDA` are. */
export interface AgendaFunctions {
  readonly makeAgenda: (state: number) => void;
  readonly takeFrame: (state: number, out: number) => void;
}

/** A memory with a tree in it. */
export interface AgendaKernel {
  readonly memory: WebAssembly.Memory;
  /** Entries that there is room for. */
  readonly capacity: number;
  readonly run: AgendaFunctions;
  readonly u32: Uint32Array;
  readonly f32: Float32Array;
  readonly f64: Float64Array;
  /** Where frames lie. */
  readonly frames: readonly number[];
  /** Which key each of them is. */
  readonly held: (Float32Array | undefined)[];
  /** Which of them each key has to itself; nothing where all take turns with two. */
  readonly frameOfKey: ReadonlyMap<Float32Array, number> | undefined;
}
