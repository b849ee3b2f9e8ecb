/**
 * What a skeleton makes of a mesh, bone by bone: left · world · bound. `left` takes the world to the space of the mesh, `world` is
 * where a bone is, and `bound` takes the mesh, as it was bound, to the space of the bone; `bound` may have any last row, since
 * files have inverses that are off there, and three.js takes them as they are. Two products in float64, rounded once. The
 * reference for ../assembly/compose-bones.ts, same words.
 */
import type { Arena } from '../arena.js';
import { BONE, BONES } from '../layout/bones.js';
import { follow, follow64, wordAt } from '../units.js';
import type { ByteOffset } from '../units.js';

/** A product under way: three rows of four numbers. */
const middle = new Float64Array(12);

/** Returns the number of the first bone that leads where float32 does not, or how many there are. */
export function composeBones({ f32, f64, u32 }: Arena, state: ByteOffset): number {
  const at = wordAt(state);
  const left = follow64(u32, at + BONES.left);
  const count = u32[at + BONES.count];
  u32[at + BONES.isChanged] = 0;
  for (let bone = 0; bone < count; bone++) {
    const world = follow64(u32, at + BONES.bones) + bone * BONE.count;
    const bound = world + BONE.bound;
    const out = (u32[at + BONES.transforms] + u32[follow(u32, at + BONES.outs) + bone]) >>> 2;
    for (let row = 0; row < 3; row++) {
      for (let column = 0; column < 4; column++) {
        let sum = f64[world + row] * f64[bound + column];
        for (let k = 1; k < 4; k++) sum += f64[world + k * 3 + row] * f64[bound + k * 4 + column];
        middle[row * 4 + column] = sum;
      }
    }
    let isFinite = true;
    for (let row = 0; row < 3; row++) {
      for (let column = 0; column < 4; column++) {
        let sum = f64[left + row] * middle[column];
        for (let k = 1; k < 3; k++) sum += f64[left + k * 3 + row] * middle[k * 4 + column];
        if (column === 3) sum += f64[left + 9 + row];
        const to = out + row * 4 + column;
        const before = u32[to];
        f32[to] = sum;
        if (u32[to] !== before) u32[at + BONES.isChanged] = 1;
        isFinite &&= Number.isFinite(f32[to]);
      }
    }
    if (!isFinite) return bone;
  }
  return count;
}
