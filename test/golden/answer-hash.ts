/**
 * Folds answers into one number of 64 bits. Two lanes take every word, each in the manner of MurmurHash3 (Austin Appleby, public
 * domain) with constants of its own; a word that differs in one bit changes both. Integers only, so every engine agrees.
 */

/** Stands for what is not there: `undefined` is an answer too. */
const ABSENT = 0x9e3779b9;

/** Takes words, and says what they came to. */
export class AnswerHash {
  readonly #double = new Float64Array(1);
  readonly #halves = new Uint32Array(this.#double.buffer);
  #first = 0x243f6a88;
  #second = 0x85a308d3;
  #count = 0;

  /** How many words were taken. */
  get wordCount(): number {
    return this.#count;
  }

  /** Takes the low 32 bits of an integer. */
  addWord(word: number): void {
    this.#first = mix(this.#first, word, 0xcc9e2d51, 15);
    this.#second = mix(this.#second, word, 0x239b961b, 17);
    this.#count++;
  }

  /** Takes all bits of a number. There is no one NaN: engines may keep others, and no answer has one. */
  addNumber(value: number | undefined): void {
    if (value === undefined) {
      this.addWord(ABSENT);
      return;
    }
    if (Number.isNaN(value)) throw new Error('an answer is not a number');
    this.#double[0] = value;
    this.addWord(this.#halves[0]);
    this.addWord(this.#halves[1]);
  }

  /** Takes the first `count` numbers of a list. */
  addNumbers(values: ArrayLike<number>, count = values.length): void {
    if (count > values.length) throw new Error('an answer is shorter than it says');
    this.addWord(count);
    for (let i = 0; i < count; i++) this.addNumber(values[i]);
  }

  /** Sixteen hexadecimal digits. */
  digest(): string {
    return [this.#first, this.#second].map((lane) => finish(lane ^ this.#count)).join('');
  }
}

function mix(lane: number, word: number, factor: number, turn: number): number {
  const scaled = Math.imul(word, factor);
  const turned = lane ^ Math.imul((scaled << turn) | (scaled >>> (32 - turn)), 0x1b873593);
  return (Math.imul((turned << 13) | (turned >>> 19), 5) + 0xe6546b64) | 0;
}

function finish(lane: number): string {
  const once = Math.imul(lane ^ (lane >>> 16), 0x85ebca6b);
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35);
  return ((twice ^ (twice >>> 16)) >>> 0).toString(16).padStart(8, '0');
}
