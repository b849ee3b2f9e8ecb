/**
 * The earliest touch of two curtains of 240 k triangles within a step, each moved by its fields, the second also towards the first: lazily, against posing both ends of both, refitting swept boxes and walking. Both sides decide pairs of triangles by the
 * same exact test, and both have to come to the same times.
 */
import { createBody, createShape } from 'pliant';
import type { Kernels } from 'pliant';
import { createFirstTouch, createMotion, findFirstTouch } from 'pliant/continuous';
import type { Motion } from 'pliant/continuous';
import { cos, sin } from 'pliant/exact';
import { buildTree, createLinearModel, createMesh } from 'pliant/parts';
import type { Mesh } from 'pliant/parts';
import { LARGE_CURTAIN, createCurtainScene } from '../scenes/curtain.js';
import type { CurtainScene } from '../scenes/curtain.js';
import { fieldsOf } from './fields.js';
import { fastestOf, race, readNumbers } from './protocol.js';
import type { DisposableSide, Side } from './protocol.js';
import { SweptBody } from './refit/swept-body.js';
import { createSweptSearch, findSweptTouch } from './refit/swept-touch.js';
import type { Figures, Print } from './report.js';
import { loadRoomyKernels } from './roomy-kernels.js';

/** How far the second curtain comes nearer in a step, and by how much it comes too far, in metres. */
const APPROACH = 0.03;
const TOO_FAR = 0.003;
/** Where it is far from the first in every frame, and where it is beyond it. */
const APART = 1;
const BEYOND = -0.5;
/** How the second curtain hangs to the first, in radians: across it, so that they touch somewhere; or along it, so that much of both comes to touch at nearly the same time. */
const ACROSS = 0.5;
const ALONG = 0;
/** It hangs a little beside: rows of both in one plane would touch in ways that no simulation gives. */
const BESIDE = [0.013, 0.0071, 0];
/** One step of so many frames is taken. */
const EVERY = 4;
/** Leaves of the tree that is refitted. */
const LEAF_SIZES = [4, 16, 64] as const;

/** Races both sides over the steps between the frames of the curtain. */
export async function benchFirstTouch(print: Print): Promise<Figures> {
  const scene = createCurtainScene(LARGE_CURTAIN);
  const kernels = await loadRoomyKernels();
  print(`\nfirst touch: two curtains of ${scene.mesh.triangleCount} triangles within a step`);
  return {
    first_contact_240k_vs_refit: raceAt(scene, kernels, ACROSS, 'one across the other', print),
    first_contact_240k_along_vs_refit: raceAt(scene, kernels, ALONG, 'one along the other', print),
  };
}

function raceAt(scene: CurtainScene, kernels: Kernels, angle: number, name: string, print: Print): number {
  const surfaces = surfacesOf(scene, angle);
  const steps = stepsOf(scene, surfaces, kernels);
  const lazy = lazySide(surfaces, steps, kernels);
  const leafSize = fastestOf(LEAF_SIZES, (size) => sweptSide(surfaces, steps, size), steps.length);
  const { checksum, microseconds } = race([lazy, sweptSide(surfaces, steps, leafSize)], steps.length);
  const [time, swept] = microseconds;
  print(
    `  ${name}: lazy ${time.toFixed(0)} µs, posed and refitted (leaves of ${leafSize}) ${swept.toFixed(0)} µs, checksum ${checksum}; ${lazy.describe()}`,
  );
  lazy.dispose();
  return swept / time;
}

/** Weights of both curtains at both ends of a step. The second has one field more, which moves it along z. */
interface Step {
  readonly a: readonly [Float32Array, Float32Array];
  readonly b: readonly [Float32Array, Float32Array];
}

/** Steps in which the second curtain comes to touch the first towards the end, whatever both are doing. */
function stepsOf({ frameCount, weights }: CurtainScene, surfaces: Surfaces, kernels: Kernels): Step[] {
  const motions = motionsOf(surfaces, kernels);
  const touch = createFirstTouch();
  const steps = Array.from({ length: Math.floor((frameCount - 1) / EVERY) }, (_, i): Step => {
    const frame = i * EVERY;
    const other = (frame + 37) % (frameCount - 1);
    const step = (begins: number, ends: number): Step => ({
      a: [weights[frame], weights[frame + 1]],
      b: [Float32Array.of(...weights[other], begins), Float32Array.of(...weights[other + 1], ends)],
    });
    setStep(motions, step(APART, BEYOND));
    const touches = APART + (BEYOND - APART) * findFirstTouch(...motions, touch);
    return step(touches + APPROACH, touches - TOO_FAR);
  });
  disposeMotions(motions);
  return steps;
}

function disposeMotions(motions: readonly Motion[]): void {
  for (const { from, to } of motions) {
    from.dispose();
    to.dispose();
  }
}

/** Both curtains in motion. */
function motionsOf([a, b]: Surfaces, kernels: Kernels): readonly [Motion, Motion] {
  const create = ({ fields, mesh }: Surface): Motion => {
    const shape = createShape(mesh, { fields });
    return createMotion(createBody(kernels, shape), createBody(kernels, shape));
  };
  return [create(a), create(b)];
}

function setStep([a, b]: readonly [Motion, Motion], step: Step): void {
  a.from.setWeights(step.a[0]);
  a.to.setWeights(step.a[1]);
  b.from.setWeights(step.b[0]);
  b.to.setWeights(step.b[1]);
}

interface Surface {
  readonly mesh: Mesh;
  readonly fields: readonly Float32Array[];
}

type Surfaces = readonly [Surface, Surface];

/** The curtain, and another one that is turned around the vertical axis and has one field more, which moves it along z. */
function surfacesOf({ mesh, model }: CurtainScene, angle: number): Surfaces {
  const fields = fieldsOf(model);
  const [c, s] = [cos(angle), sin(angle)];
  const turn = (values: Float32Array, by: readonly number[]): Float32Array =>
    values.map((value, k) => {
      const [x, z] = [values[k - (k % 3)], values[k - (k % 3) + 2]];
      const turned = [c * x + s * z, value, c * z - s * x];
      return turned[k % 3] + by[k % 3];
    });
  const positions = turn(mesh.positions, BESIDE);
  const shift = positions.map((_, k) => (k % 3 === 2 ? 1 : 0));
  return [
    { mesh, fields },
    {
      mesh: createMesh({ positions, triangles: mesh.triangles }),
      fields: [...fields.map((field) => turn(field, [0, 0, 0])), shift],
    },
  ];
}

interface LazySide extends DisposableSide {
  readonly describe: () => string;
}

function lazySide(surfaces: Surfaces, steps: readonly Step[], kernels: Kernels): LazySide {
  const motions = motionsOf(surfaces, kernels);
  const touch = createFirstTouch();
  let met = 0;
  let later = 0;
  let frames = 0;
  return {
    name: 'lazy',
    prepare: (frame) => readNumbers(...steps[frame].a, ...steps[frame].b),
    frame: (frame) => {
      setStep(motions, steps[frame]);
      const time = findFirstTouch(...motions, touch);
      frames++;
      if (time <= 1) met++;
      if (time > 0 && time <= 1) later++;
      return checksumOf(time);
    },
    dispose: () => disposeMotions(motions),
    describe: () =>
      `${((100 * met) / frames).toFixed(0)} % of the steps have a touch, ${((100 * later) / frames).toFixed(0)} % after the beginning`,
  };
}

function sweptSide(surfaces: Surfaces, steps: readonly Step[], leafSize: number): Side {
  const [a, b] = surfaces.map(
    ({ fields, mesh }) => new SweptBody(mesh, createLinearModel(mesh, fields), buildTree(mesh, { leafSize, arity: 4 })),
  );
  const search = createSweptSearch();
  return {
    name: 'posed and refitted',
    prepare: (frame) => readNumbers(...steps[frame].a, ...steps[frame].b),
    frame: (frame) => {
      const step = steps[frame];
      a.pose(...step.a);
      b.pose(...step.b);
      return checksumOf(findSweptTouch(search, a, b));
    },
  };
}

/** A time in (0, 1], or more than that where nothing meets, as a number whose sums are exact. */
function checksumOf(time: number): number {
  return time <= 1 ? Math.floor(time * 2 ** 40) : 2 ** 41;
}
