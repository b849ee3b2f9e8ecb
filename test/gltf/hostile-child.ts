/**
 * Runs in a process of its own: what refusing hostile files takes beyond a process that has read a harmless one. Takes
 * the numbers of the files.
 */
import { readGltf } from '../../src/gltf/read-gltf.js';
import { HOSTILE_FILES } from './hostile-files.js';
import { GltfMaker } from './make-gltf.js';

/** What one file took. */
export interface HostileCost {
  readonly name: string;
  /** What the refusal says, or undefined where the file was read. */
  readonly refusal: string | undefined;
  /** Milliseconds of processor time, all threads together. */
  readonly timeMs: number;
  /** Growth of the largest resident size of the process beyond what it was before, in megabytes. */
  readonly growthMb: number;
  /** Growth of what array buffers claim, resident or not, in megabytes. */
  readonly claimedMb: number;
}

const maker = new GltfMaker();
const POSITION = maker.add('VEC3', new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]));
await readGltf(maker.glb({ nodes: [{ mesh: 0 }], meshes: [{ primitives: [{ attributes: { POSITION } }] }] }));

const costs: HostileCost[] = [];
for (const number of process.argv.slice(2)) {
  const { name, make } = HOSTILE_FILES[Number(number)];
  const bytes = make();
  globalThis.gc?.();
  const startKb = process.resourceUsage().maxRSS;
  const buffersBefore = process.memoryUsage().arrayBuffers;
  const before = process.cpuUsage();
  const refusal = await readGltf(bytes).then(
    () => undefined,
    (error: unknown) => String(error),
  );
  const { user, system } = process.cpuUsage(before);
  costs.push({
    name,
    refusal,
    timeMs: (user + system) / 1000,
    growthMb: (process.resourceUsage().maxRSS - startKb) / 1024,
    claimedMb: (process.memoryUsage().arrayBuffers - buffersBefore) / 1048576,
  });
}
process.stdout.write(JSON.stringify(costs));
