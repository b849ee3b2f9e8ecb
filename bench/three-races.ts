/** The races of `npm run bench -- three`, the same in Node and in a browser. */
import { computeDeformTree } from 'pliant/three';
import { raceBatches } from './batches.js';
import { fastestOf } from './protocol.js';
import type { Figures } from './report.js';
import { FRAMES, countTriangles, loadCharacter, makeFace, makeRunner } from './three-characters.js';
import type { Character } from './three-characters.js';
import { chooseBalls, choosePicks } from './three-questions.js';
import { pliantBalls, pliantPicks, threePicks, tmbBalls, tmbPicks } from './three-sides.js';
import { TMB_LIGHT_CANDIDATES } from './tmb-surface.js';

/** The files, where they are. */
export interface ThreeFiles {
  readonly runner: ArrayBuffer | undefined;
  readonly face: ArrayBuffer | undefined;
}

type Print = (line: string) => void;

/** Runs all of them. A clock that is coarse needs batches of several frames. */
export async function raceThree(files: ThreeFiles, batch: number, print: Print): Promise<Figures> {
  const runner = files.runner ? await loadCharacter('Xbot', files.runner, ({ name }) => name === 'run') : makeRunner();
  const face = files.face ? await loadCharacter('facecap', files.face, () => true) : makeFace();
  for (const character of [runner, face]) {
    for (const mesh of character.meshes) mesh.deformTree ??= computeDeformTree.call(mesh);
    print(`${character.name}: ${countTriangles(character)} triangles in ${character.meshes.length} meshes`);
  }
  return { ...raceRunner(runner, batch, print), ...raceFace(face, batch, print) };
}

function raceRunner(runner: Character, batch: number, print: Print): Figures {
  const picks = choosePicks(runner);
  const balls = chooseBalls(runner, picks);
  const forRays = fastestOf(TMB_LIGHT_CANDIDATES, (options) => tmbPicks(runner, picks, options), FRAMES);
  const [ray, rayThree, rayTmb] = raceBatches(
    [pliantPicks(runner, picks), threePicks(runner, picks), tmbPicks(runner, picks, forRays)],
    FRAMES,
    batch,
  ).microseconds;
  print(
    `a pick: ${micro(ray)}, three.js ${micro(rayThree)}, three-mesh-bvh (${forRays.strategy}, ${forRays.leafSize}) ${micro(rayTmb)}`,
  );
  const forBalls = fastestOf(TMB_LIGHT_CANDIDATES, (options) => tmbBalls(runner, balls, options), FRAMES);
  const [ball, ballTmb] = raceBatches(
    [pliantBalls(runner, balls), tmbBalls(runner, balls, forBalls)],
    FRAMES,
    batch,
  ).microseconds;
  print(
    `a grazing ball: ${micro(ball)}, three-mesh-bvh (${forBalls.strategy}, ${forBalls.leafSize}) ${micro(ballTmb)}`,
  );
  return { xbot_ray_vs_three: rayThree / ray, xbot_ray_vs_tmb: rayTmb / ray, sphere_vs_tmb: ballTmb / ball };
}

function raceFace(face: Character, batch: number, print: Print): Figures {
  const picks = choosePicks(face);
  const [ray, rayThree] = raceBatches(
    [pliantPicks(face, picks), threePicks(face, picks)],
    FRAMES,
    batch,
  ).microseconds;
  print(`a pick of the face: ${micro(ray)}, three.js ${micro(rayThree)}`);
  return { face_ray_vs_three: rayThree / ray };
}

function micro(microseconds: number): string {
  return `${microseconds.toPrecision(4)} µs`;
}
