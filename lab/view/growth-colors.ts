/** Colours for how much a bound has grown: the same scale in the picture and, by `style.css`, in its legend. */
import { Color } from 'three';

/** Sizes over sizes at rest, and their colours; in between they are mixed, beyond the ends they stay. */
const STOPS: readonly (readonly [growth: number, color: Color])[] = [
  [1, new Color(0x2fb7cf)],
  [1.25, new Color(0x8d86ff)],
  [1.6, new Color(0xff5fb0)],
];

/** Writes the colour of a growth to `out`. */
export function growthColor(growth: number, out: Color): Color {
  const above = STOPS.findIndex(([stop]) => growth < stop);
  if (above === 0) return out.copy(STOPS[0][1]);
  if (above < 0) return out.copy(STOPS[STOPS.length - 1][1]);
  const [low, lowColor] = STOPS[above - 1];
  const [high, highColor] = STOPS[above];
  // Growths are ratios: half way is where both are as many times apart.
  return out.copy(lowColor).lerp(highColor, Math.log(growth / low) / Math.log(high / low));
}
