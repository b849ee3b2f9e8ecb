/** Where the mouse is over a canvas; or where a finger last touched it, for fingers do not hover. */

/** Keeps the place of the pointer. */
export class Pointer {
  #place: readonly [x: number, y: number] | undefined;
  #isTouch = false;
  readonly #onMove: () => void;

  /** `onMove` is called whenever the place has changed. */
  constructor(canvas: HTMLCanvasElement, onMove: () => void) {
    this.#onMove = onMove;
    const follow = (event: PointerEvent): void => {
      const { left, top, width, height } = canvas.getBoundingClientRect();
      this.#place = [((event.clientX - left) / width) * 2 - 1, 1 - ((event.clientY - top) / height) * 2];
      this.#isTouch = event.pointerType !== 'mouse';
      onMove();
    };
    canvas.addEventListener('pointermove', follow);
    canvas.addEventListener('pointerdown', follow);
    canvas.addEventListener('pointerleave', (event) => {
      if (event.pointerType !== 'mouse') return;
      this.#place = undefined;
      onMove();
    });
  }

  /** From -1 to 1 to the right and upwards; undefined while it is nowhere. */
  get place(): readonly [x: number, y: number] | undefined {
    return this.#place;
  }

  /** Does as if a finger had touched a place. */
  touch(x: number, y: number): void {
    this.#place = [x, y];
    this.#isTouch = true;
    this.#onMove();
  }

  /** Forgets where a finger was; a mouse is still there. */
  forgetTouch(): void {
    if (this.#isTouch) this.#place = undefined;
  }
}
