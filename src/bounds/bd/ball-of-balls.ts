/** A small ball around balls: not the smallest, but close to it, by arithmetic that is the same everywhere. */

/** Numbers of a ball: centre and radius. */
export const BALL_STRIDE = 4;

/** The error of the method falls as one over the rounds: with these it is a few per cent at worst. */
const ROUNDS = 48;

/**
 * Writes to `out` a centre in float32, and how far the balls reach from it. The first guess is the mean of the centres; it is
 * drawn towards the farthest ball by ever smaller shares (Bădoiu & Clarkson 2003, for points), and the best guess is kept.
 */
export function fitBallAroundBalls(balls: Float64Array, count: number, out: Float64Array): void {
  let x = 0;
  let y = 0;
  let z = 0;
  for (let i = 0; i < count; i++) {
    x += balls[i * BALL_STRIDE];
    y += balls[i * BALL_STRIDE + 1];
    z += balls[i * BALL_STRIDE + 2];
  }
  x = Math.fround(x / count);
  y = Math.fround(y / count);
  z = Math.fround(z / count);
  out[3] = Infinity;
  for (let round = 1; round <= ROUNDS; round++) {
    let reach = -1;
    let farthest = 0;
    let distance = 0;
    for (let i = 0; i < count; i++) {
      const at = i * BALL_STRIDE;
      const dx = balls[at] - x;
      const dy = balls[at + 1] - y;
      const dz = balls[at + 2] - z;
      const away = Math.sqrt(dx * dx + dy * dy + dz * dz);
      if (away + balls[at + 3] > reach) {
        reach = away + balls[at + 3];
        distance = away;
        farthest = at;
      }
    }
    if (reach < out[3]) {
      out[0] = x;
      out[1] = y;
      out[2] = z;
      out[3] = reach;
    }
    if (!(distance > 0 && distance < Infinity)) return;
    const share = reach / distance / (round + 1);
    x = Math.fround(x + (balls[farthest] - x) * share);
    y = Math.fround(y + (balls[farthest + 1] - y) * share);
    z = Math.fround(z + (balls[farthest + 2] - z) * share);
  }
}
