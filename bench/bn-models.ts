/** The cloth and the teddy of the paper with themselves. */
import { createShape } from 'pliant';
import type { Kernels } from 'pliant';

import { createCloth } from '../scenes/cloth.js';
import type { ClothMotion } from '../scenes/cloth.js';
import { TEDDY_PERIOD, createTeddy, writeTeddyPose } from '../scenes/teddy.js';
import { countFrames, printSide, selfSide } from './bn-sides.js';
import type { SelfScene } from './bn-sides.js';
import { race } from './protocol.js';
import type { Figures, Print } from './report.js';

const FRAMES = 16;
const REPETITIONS = 9;
const LEVELS = [2, 3, 4];

/** Races all methods on the cloth, at two to four levels of subdivision, as it falls on a ball, and at the finest as it folds; and on the teddy. */
export function raceModels(kernels: Kernels, print: Print): Figures {
  const drapes = LEVELS.map((levels) => raceScene(kernels, clothScene(levels, 'drape'), print));
  const fold = raceScene(kernels, clothScene(4, 'fold'), print);
  const teddy = raceScene(kernels, teddyScene(), print);
  return {
    cloth_level4_vs_plain: drapes[drapes.length - 1].ratio,
    cloth_level4_folding_vs_plain: fold.ratio,
    teddy_vs_plain: teddy.ratio,
    pairs_missed: [...drapes, fold, teddy].reduce((sum, { missed }) => sum + missed, 0),
  };
}

/** The cloth in frames that are spread over its motion. */
function clothScene(levels: number, motion: ClothMotion): SelfScene {
  const { frames, mesh, model } = createCloth({ levels });
  const poses = Array.from(
    { length: FRAMES },
    (_, i) => frames[motion][Math.floor(((i + 0.5) * frames[motion].length) / FRAMES)],
  );
  return {
    name: `cloth, ${motion}, level ${levels}, ${mesh.vertexCount} vertices`,
    shape: createShape(mesh, model),
    frameCount: FRAMES,
    pose: (body, frame) => body.setPoints(poses[frame]),
  };
}

function teddyScene(): SelfScene {
  const teddy = createTeddy();
  const { mesh, particles } = teddy;
  const poses = Array.from({ length: FRAMES }, (_, frame) => {
    const transforms = new Float32Array(particles.jointCount * 12);
    writeTeddyPose(teddy, (frame * TEDDY_PERIOD) / FRAMES, transforms);
    return transforms;
  });
  return {
    name: `teddy, ${mesh.vertexCount} vertices`,
    shape: createShape(mesh, particles),
    frameCount: FRAMES,
    pose: (body, frame) => body.setTransforms(poses[frame]),
  };
}

function raceScene(kernels: Kernels, scene: SelfScene, print: Print): { ratio: number; missed: number } {
  const sides = (['plain', 'hsc', 'default'] as const).map((method) => selfSide(kernels, scene, method));
  const { checksum, microseconds } = race(sides, scene.frameCount, REPETITIONS);
  const missed = countFrames(scene, sides);
  print(`${scene.name}, ${scene.shape.mesh.triangleCount} triangles: checksum ${checksum}`);
  sides.forEach((side, i) => printSide(print, side, microseconds[i]));
  for (const side of sides) side.dispose();
  return { ratio: microseconds[0] / microseconds[2], missed };
}
