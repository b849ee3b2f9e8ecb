/** The races of `npm run bench -- three`, the same in Node and in a browser. */
import { computeDeformTree } from 'pliant/three';
import type { Sphere } from 'three';
import { raceBatches } from './batches.js';
import { fastestOf } from './protocol.js';
import type { Figures } from './report.js';
import { FRAMES, countTriangles, loadCharacter, makeFace, makeRunner } from './three-characters.js';
import type { Character } from './three-characters.js';
import { chooseBalls, choosePicks } from './three-questions.js';
import type { Pick } from './three-questions.js';
import { pliantBalls, pliantPicks, threePicks, tmbBalls, tmbPicks } from './three-sides.js';
import { TMB_LIGHT_CANDIDATES } from './tmb-surface.js';
import type { TmbOptions } from './tmb-surface.js';

/** The files, where they are. */
export interface ThreeFiles {
  readonly runner: ArrayBuffer | undefined;
  readonly face: ArrayBuffer | undefined;
}

type Print = (line: string) => void;

/** Runs all of them. A clock that is coarse needs batches of several frames. */
export async function raceThree(files: ThreeFiles, batch: number, print: Print): Promise<Figures> {
  const runner = await loadRunner(files, print);
  const face = withTrees(files.face ? await loadCharacter('facecap', files.face, () => true) : makeFace(), print);
  const picks = choosePicks(runner);
  return {
    ...racePicks(runner, picks, batch, '', print),
    ...raceFace(face, batch, print),
    ...raceBalls(runner, chooseBalls(runner, picks), batch, print),
  };
}

/** The picks of the character again, with the sides taking turns after every frame. */
export async function racePicksEveryFrame(files: ThreeFiles, print: Print): Promise<Figures> {
  const runner = await loadRunner(files, () => undefined);
  return racePicks(runner, choosePicks(runner), 1, '_every_frame', print);
}

async function loadRunner({ runner }: ThreeFiles, print: Print): Promise<Character> {
  return withTrees(runner ? await loadCharacter('Xbot', runner, ({ name }) => name === 'run') : makeRunner(), print);
}

function withTrees(character: Character, print: Print): Character {
  for (const mesh of character.meshes) mesh.deformTree = computeDeformTree.call(mesh);
  print(`${character.name}: ${countTriangles(character)} triangles in ${character.meshes.length} meshes`);
  return character;
}

function racePicks(runner: Character, picks: readonly Pick[], batch: number, suffix: string, print: Print): Figures {
  const options = fastestOf(TMB_LIGHT_CANDIDATES, (candidate) => tmbPicks(runner, picks, candidate), FRAMES);
  const [pliant, three, tmb] = raceBatches(
    [pliantPicks(runner, picks), threePicks(runner, picks), tmbPicks(runner, picks, options)],
    FRAMES,
    batch,
  ).microseconds;
  const turns = batch === 1 ? 'every frame' : `every ${batch} frames`;
  print(`a pick, turns ${turns}: ${micro(pliant)}, three.js ${micro(three)}, ${describeTmb(options)} ${micro(tmb)}`);
  return { [`xbot_ray_vs_three${suffix}`]: three / pliant, [`xbot_ray_vs_tmb${suffix}`]: tmb / pliant };
}

function raceBalls(runner: Character, balls: readonly Sphere[], batch: number, print: Print): Figures {
  const options = fastestOf(TMB_LIGHT_CANDIDATES, (candidate) => tmbBalls(runner, balls, candidate), FRAMES);
  const [pliant, tmb] = raceBatches(
    [pliantBalls(runner, balls), tmbBalls(runner, balls, options)],
    FRAMES,
    batch,
  ).microseconds;
  print(`a grazing ball: ${micro(pliant)}, ${describeTmb(options)} ${micro(tmb)}`);
  return { sphere_vs_tmb: tmb / pliant };
}

function raceFace(face: Character, batch: number, print: Print): Figures {
  const picks = choosePicks(face);
  const [ray, rayThree] = raceBatches([pliantPicks(face, picks), threePicks(face, picks)], FRAMES, batch).microseconds;
  print(`a pick of the face: ${micro(ray)}, three.js ${micro(rayThree)}`);
  return { face_ray_vs_three: rayThree / ray };
}

function describeTmb({ leafSize, strategy }: TmbOptions): string {
  return `three-mesh-bvh (${strategy}, leaves of ${leafSize})`;
}

function micro(microseconds: number): string {
  return `${microseconds.toPrecision(4)} µs`;
}
