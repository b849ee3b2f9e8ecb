/** Clicks and taps on a canvas, as opposed to drags that begin and end there. */

/** A pointer that moves farther than this, in CSS pixels, or stays down longer than this, turns the view. */
const FARTHEST = 6;
const LONGEST_MS = 600;

/** Calls `onTap` after each click with the main button, and each tap. */
export function listenForTaps(canvas: HTMLCanvasElement, onTap: () => void): void {
  let down: { readonly x: number; readonly y: number; readonly id: number; readonly time: number } | undefined;
  canvas.addEventListener('pointerdown', ({ button, clientX, clientY, pointerId, timeStamp }) => {
    down = button === 0 ? { x: clientX, y: clientY, id: pointerId, time: timeStamp } : undefined;
  });
  canvas.addEventListener('pointerup', ({ clientX, clientY, pointerId, timeStamp }) => {
    if (down === undefined || down.id !== pointerId || timeStamp - down.time > LONGEST_MS) return;
    if (Math.hypot(clientX - down.x, clientY - down.y) <= FARTHEST) onTap();
    down = undefined;
  });
}
