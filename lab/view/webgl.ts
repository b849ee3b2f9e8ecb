/** Asks for WebGL before three.js does, which would report a refusal as an error in the console. */

/** A WebGL 2 context for the canvas, or undefined where there is none. */
export function findWebGl(canvas: HTMLCanvasElement): WebGL2RenderingContext | undefined {
  try {
    return canvas.getContext('webgl2', { alpha: true, antialias: true, depth: true, stencil: false }) ?? undefined;
  } catch {
    return undefined;
  }
}
