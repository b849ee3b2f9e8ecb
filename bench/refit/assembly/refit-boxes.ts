/**
 * Bottom-up refit of axis-aligned boxes, lowest and highest corner as one SIMD row each. Minima and maxima of float32
 * are exact, so the boxes are the tightest there are. ../refit-plan.ts says how a node is written.
 */

/** Bytes of a box, and where its lowest and highest corner are. */
const BOX_BYTES: usize = 32;
const BOX_LOW: usize = 0;
const BOX_HIGH: usize = 16;
/** Set in the first word of a leaf. */
const LEAF_BIT: u32 = 0x80000000;
/** Stands for a child that is not there. */
const NO_CHILD: u32 = 0xffffffff;

// @ts-ignore: decorator
@inline
function onlyXyz(): v128 {
  return i32x4(-1, -1, -1, 0);
}

/** `leafVertices` holds the byte offset of each vertex of a leaf in `positions`. */
export function refitBoxes(
  nodes: usize,
  nodeCount: i32,
  arity: i32,
  leafVertices: usize,
  positions: usize,
  boxes: usize,
): void {
  const nodeBytes = (<usize>arity) << 2;
  let node = nodes + <usize>nodeCount * nodeBytes;
  let box = boxes + <usize>nodeCount * BOX_BYTES;
  while (node > nodes) {
    node -= nodeBytes;
    box -= BOX_BYTES;
    const first = load<u32>(node);
    let low: v128;
    let high: v128;
    // An inner node's first child is never NO_CHILD, so the leaf bit alone tells leaves from inner nodes.
    if (first & LEAF_BIT) {
      let vertex = leafVertices + ((<usize>(first ^ LEAF_BIT)) << 2);
      const end = vertex + ((<usize>load<u32>(node, 4)) << 2);
      low = v128.load(positions + load<u32>(vertex));
      high = low;
      for (vertex += 4; vertex < end; vertex += 4) {
        const position = v128.load(positions + load<u32>(vertex));
        low = f32x4.pmin(low, position);
        high = f32x4.pmax(high, position);
      }
      // The fourth lane held the next vertex's x; bounds must not depend on it.
      low = v128.and(low, onlyXyz());
      high = v128.and(high, onlyXyz());
    } else {
      let child = boxes + <usize>first * BOX_BYTES;
      low = v128.load(child, BOX_LOW);
      high = v128.load(child, BOX_HIGH);
      for (let slot: usize = 4; slot < nodeBytes; slot += 4) {
        const next = load<u32>(node + slot);
        if (next == NO_CHILD) break;
        child = boxes + <usize>next * BOX_BYTES;
        low = f32x4.pmin(low, v128.load(child, BOX_LOW));
        high = f32x4.pmax(high, v128.load(child, BOX_HIGH));
      }
    }
    v128.store(box, low, BOX_LOW);
    v128.store(box, high, BOX_HIGH);
  }
}
