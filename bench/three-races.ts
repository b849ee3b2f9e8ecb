/** The races of `npm run bench -- three`, the same in Node and in a browser. */
import { computeDeformTree } from 'pliant/three';
import type { Sphere } from 'three';
import { fastestOf } from './protocol.js';
import type { RaceResult, Side } from './protocol.js';
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

/** How sides are run against each other: frame by frame, or, where the clock is too coarse for that, in batches. */
export type Race = (sides: readonly Side[], frameCount: number) => RaceResult;

/** Runs all of them. */
export async function raceThree(files: ThreeFiles, race: Race, print: Print): Promise<Figures> {
  const { runner: runnerFile } = files;
  const runner = withTrees(
    runnerFile ? await loadCharacter('Xbot', runnerFile, ({ name }) => name === 'run') : makeRunner(),
    print,
  );
  const face = withTrees(files.face ? await loadCharacter('facecap', files.face, () => true) : makeFace(), print);
  const picks = choosePicks(runner);
  return {
    ...racePicks(runner, picks, race, print),
    ...raceFace(face, race, print),
    ...raceBalls(runner, chooseBalls(runner, picks), race, print),
  };
}

function withTrees(character: Character, print: Print): Character {
  for (const mesh of character.meshes) mesh.deformTree = computeDeformTree.call(mesh);
  print(`${character.name}: ${countTriangles(character)} triangles in ${character.meshes.length} meshes`);
  return character;
}

/** Against one rival at a time: what a third one leaves of the caches is neither's doing. */
function racePicks(runner: Character, picks: readonly Pick[], race: Race, print: Print): Figures {
  const options = fastestOf(TMB_LIGHT_CANDIDATES, (candidate) => tmbPicks(runner, picks, candidate), FRAMES);
  const [besideThree, three] = race([pliantPicks(runner, picks), threePicks(runner, picks)], FRAMES).microseconds;
  print(`a pick: ${micro(besideThree)}, three.js ${micro(three)}`);
  const sides = [pliantPicks(runner, picks), tmbPicks(runner, picks, options)];
  const [besideTmb, tmb] = race(sides, FRAMES).microseconds;
  print(`a pick: ${micro(besideTmb)}, ${describeTmb(options)} ${micro(tmb)}`);
  const whole = [pliantPicks(runner, picks), tmbPicks(runner, picks, options, 'everything')];
  const [besideWhole, tmbWhole] = race(whole, FRAMES).microseconds;
  print(`a pick: ${micro(besideWhole)}, ${describeTmb(options)} with normals, uv and all ${micro(tmbWhole)}`);
  return {
    xbot_ray_vs_three: three / besideThree,
    xbot_ray_vs_tmb: tmb / besideTmb,
    // To compare with: what the generator does unless told to bake positions alone.
    xbot_ray_vs_tmb_whole: tmbWhole / besideWhole,
  };
}

function raceBalls(runner: Character, balls: readonly Sphere[], race: Race, print: Print): Figures {
  const options = fastestOf(TMB_LIGHT_CANDIDATES, (candidate) => tmbBalls(runner, balls, candidate), FRAMES);
  const [pliant, tmb] = race([pliantBalls(runner, balls), tmbBalls(runner, balls, options)], FRAMES).microseconds;
  print(`a grazing ball: ${micro(pliant)}, ${describeTmb(options)} ${micro(tmb)}`);
  return { sphere_vs_tmb: tmb / pliant };
}

function raceFace(face: Character, race: Race, print: Print): Figures {
  const picks = choosePicks(face);
  const [ray, rayThree] = race([pliantPicks(face, picks), threePicks(face, picks)], FRAMES).microseconds;
  print(`a pick of the face: ${micro(ray)}, three.js ${micro(rayThree)}`);
  return { face_ray_vs_three: rayThree / ray };
}

function describeTmb({ leafSize, strategy }: TmbOptions): string {
  return `three-mesh-bvh (${strategy}, leaves of ${leafSize})`;
}

function micro(microseconds: number): string {
  return `${microseconds.toPrecision(4)} µs`;
}
