/**
 * What a file claims against what it holds, before the validator or anyone else believes it: sizes that nothing backs, and
 * hierarchies that walk for ever. Runs over JSON of which nothing is known yet; mistakes that do no harm pass.
 */
import type { JsonRecord } from './json-text.js';
import { indexOf, isRecord, recordsOf } from './json-text.js';
import { DEEPEST_NODE, MOST_JOINT_STEPS, mostExpandedBytes, mostUnbackedElements } from './limits.js';
import { requireDracoPrimitives, requirePackedViews } from './packed-claims.js';
import type { GltfIssue } from './refusal.js';
import { refuse, refuseFor } from './refusal.js';

/** Refuses a file whose claims cannot be true. `dataBytes` is what all its buffers really hold together. */
export function requireClaims(json: JsonRecord, dataBytes: number): void {
  requireAccessors(json, dataBytes);
  requireCorners(json, dataBytes);
  requirePackedViews(json);
  requireHierarchy(json);
}

function requireAccessors(json: JsonRecord, dataBytes: number): void {
  const compressed = requireDracoPrimitives(json);
  const views = recordsOf(json['bufferViews']);
  let total = 0;
  recordsOf(json['accessors']).forEach((accessor, i) => {
    const count = indexOf(accessor['count']) ?? 0;
    const view = views[indexOf(accessor['bufferView']) ?? -1];
    const pointer = `/accessors/${i}/count`;
    if (view === undefined) {
      if (count > mostUnbackedElements(dataBytes) && !compressed.has(i)) {
        refuseFor(
          'claim-count',
          pointer,
          `the accessor claims ${count} elements, but the file has ${dataBytes} bytes of data`,
        );
      }
    } else if (count > (indexOf(view['byteLength']) ?? 0)) {
      const message = `the accessor claims ${count} elements in a buffer view of ${indexOf(view['byteLength'])} bytes`;
      refuseFor('ACCESSOR_TOO_LONG', `/accessors/${i}`, message);
    }
    total += count * elementBytes(accessor);
    if (total > mostExpandedBytes(dataBytes)) {
      refuseFor(
        'claim-size',
        pointer,
        `up to here the accessors claim ${total} bytes, but the file has ${dataBytes} bytes of data`,
      );
    }
  });
}

/** Primitives may name the same accessors again and again; their triangles add up all the same. */
function requireCorners(json: JsonRecord, dataBytes: number): void {
  const accessors = recordsOf(json['accessors']);
  let corners = 0;
  recordsOf(json['meshes']).forEach((mesh, m) => {
    for (const primitive of recordsOf(mesh['primitives'])) {
      const attributes = isRecord(primitive['attributes']) ? primitive['attributes'] : {};
      const index = indexOf(primitive['indices'] ?? attributes['POSITION']);
      corners += indexOf(accessors[index ?? -1]?.['count']) ?? 0;
    }
    if (corners * CORNER_BYTES > mostExpandedBytes(dataBytes)) {
      const message = `up to here the meshes claim ${corners} corners, but the file has ${dataBytes} bytes of data`;
      refuseFor('claim-size', `/meshes/${m}`, message);
    }
  });
}

/** A corner of a strip begins a triangle of three indices. */
const CORNER_BYTES = 12;

const COMPONENTS: Readonly<Record<string, number>> = {
  SCALAR: 1,
  VEC2: 2,
  VEC3: 3,
  VEC4: 4,
  MAT2: 4,
  MAT3: 9,
  MAT4: 16,
};

/** At most: components of four bytes. */
function elementBytes(accessor: JsonRecord): number {
  const type = accessor['type'];
  return 4 * ((typeof type === 'string' ? COMPONENTS[type] : undefined) ?? 1);
}

/** Loops, depth, and skins over deep joints; all in one pass over the nodes, from the roots down. */
function requireHierarchy(json: JsonRecord): void {
  const nodes = recordsOf(json['nodes']);
  const depths = nodeDepths(nodes);
  let steps = 0;
  recordsOf(json['skins']).forEach((skin, s) => {
    if (!Array.isArray(skin['joints'])) return;
    for (const joint of skin['joints'] as unknown[]) steps += (depths[indexOf(joint) ?? -1] ?? 0) + 1;
    if (steps > MOST_JOINT_STEPS) {
      refuseFor(
        'node-joints',
        `/skins/${s}/joints`,
        'the skins up to this one have too many joints too deep in the hierarchy',
      );
    }
  });
}

/** How deep each node lies below a root. A node that several claim as a child counts for the first. */
function nodeDepths(nodes: readonly JsonRecord[]): Int32Array {
  const parents = new Int32Array(nodes.length).fill(-1);
  nodes.forEach((node, i) => {
    if (!Array.isArray(node['children'])) return;
    for (const value of node['children'] as unknown[]) {
      const child = indexOf(value);
      if (child !== undefined && child < nodes.length && parents[child] < 0) parents[child] = i;
    }
  });

  const UNKNOWN = -1;
  const depths = new Int32Array(nodes.length).fill(UNKNOWN);
  const visitedFrom = new Int32Array(nodes.length).fill(-1);
  const looping: GltfIssue[] = [];
  let deepest = 0;
  for (let start = 0; start < nodes.length; start++) {
    const path: number[] = [];
    let node = start;
    while (node >= 0 && depths[node] === UNKNOWN && visitedFrom[node] !== start) {
      visitedFrom[node] = start;
      path.push(node);
      node = parents[node];
    }
    if (node >= 0 && depths[node] === UNKNOWN) for (const issue of loopThrough(node, parents)) looping.push(issue);
    let depth = node < 0 ? 0 : depths[node] + 1;
    for (const passed of path.reverse()) depths[passed] = depth++;
    if (path.length > 0 && depths[start] > depths[deepest]) deepest = start;
  }
  if (looping.length > 0) refuse(looping);
  if (depths[deepest] > DEEPEST_NODE) {
    const message = `the node lies ${depths[deepest]} levels deep; at most ${DEEPEST_NODE} are read`;
    refuseFor('node-depth', `/nodes/${deepest}`, message);
  }
  return depths;
}

function loopThrough(first: number, parents: Int32Array): GltfIssue[] {
  const members: number[] = [];
  let node = first;
  do {
    members.push(node);
    node = parents[node];
  } while (node !== first);
  return members
    .sort((a, b) => a - b)
    .map((member) => ({ code: 'NODE_LOOP', pointer: `/nodes/${member}`, message: 'the node is a part of a loop' }));
}
