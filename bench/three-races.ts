/** The races of `npm run bench -- three`, the same in Node and in a browser. */
import { MergedMesh, computeDeformTree } from 'pliant/three';
import type { Mesh, Sphere } from 'three';
import { fastestOf } from './protocol.js';
import type { RaceResult, Side } from './protocol.js';
import type { Figures, Print } from './report.js';
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

/** A character, and whom we ask about it: all its meshes as one, as the others bake them, where bones move them. */
interface Runner extends Character {
  readonly asked: readonly Mesh[];
}

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

function withTrees(character: Character, print: Print): Runner {
  const { meshes } = character;
  const isMerged = meshes.length > 1 && meshes.some((mesh) => 'isSkinnedMesh' in mesh);
  const asked = isMerged ? [new MergedMesh(meshes)] : meshes;
  for (const mesh of new Set([...meshes, ...asked])) mesh.deformTree = computeDeformTree.call(mesh);
  print(`${character.name}: ${countTriangles(character)} triangles in ${meshes.length} meshes`);
  return { ...character, asked };
}

/** Against one rival at a time: what a third one leaves of the caches is neither's doing. */
function racePicks(runner: Runner, picks: readonly Pick[], race: Race, print: Print): Figures {
  const options = fastestOf(TMB_LIGHT_CANDIDATES, (candidate) => tmbPicks(runner, picks, candidate), FRAMES);
  const [besideThree, three] = race(
    [pliantPicks(runner, runner.asked, picks), threePicks(runner, picks)],
    FRAMES,
  ).microseconds;
  print(`a pick: ${micro(besideThree)}, three.js ${micro(three)}`);
  const sides = [pliantPicks(runner, runner.asked, picks), tmbPicks(runner, picks, options)];
  const [besideTmb, tmb] = race(sides, FRAMES).microseconds;
  print(`a pick: ${micro(besideTmb)}, ${describeTmb(options)} ${micro(tmb)}`);
  const apart = [pliantPicks(runner, runner.meshes, picks), tmbPicks(runner, picks, options)];
  const [besideApart, tmbApart] = race(apart, FRAMES).microseconds;
  print(`a pick: ${micro(besideApart)} mesh by mesh, ${describeTmb(options)} ${micro(tmbApart)}`);
  const whole = [pliantPicks(runner, runner.asked, picks), tmbPicks(runner, picks, options, 'everything')];
  const [besideWhole, tmbWhole] = race(whole, FRAMES).microseconds;
  print(`a pick: ${micro(besideWhole)}, ${describeTmb(options)} with normals, uv and all ${micro(tmbWhole)}`);
  return {
    xbot_ray_vs_three: three / besideThree,
    xbot_ray_vs_tmb: tmb / besideTmb,
    // To compare with: a deform tree for each mesh; and what the generator does unless told to bake positions alone.
    xbot_ray_vs_tmb_apart: tmbApart / besideApart,
    xbot_ray_vs_tmb_whole: tmbWhole / besideWhole,
  };
}

function raceBalls(runner: Runner, balls: readonly Sphere[], race: Race, print: Print): Figures {
  const options = fastestOf(TMB_LIGHT_CANDIDATES, (candidate) => tmbBalls(runner, balls, candidate), FRAMES);
  const [pliant, tmb] = race(
    [pliantBalls(runner, runner.asked, balls), tmbBalls(runner, balls, options)],
    FRAMES,
  ).microseconds;
  print(`a grazing ball: ${micro(pliant)}, ${describeTmb(options)} ${micro(tmb)}`);
  return { sphere_vs_tmb: tmb / pliant };
}

function raceFace(face: Runner, race: Race, print: Print): Figures {
  const picks = choosePicks(face);
  const [ray, rayThree] = race([pliantPicks(face, face.asked, picks), threePicks(face, picks)], FRAMES).microseconds;
  print(`a pick of the face: ${micro(ray)}, three.js ${micro(rayThree)}`);
  return { face_ray_vs_three: rayThree / ray };
}

function describeTmb({ leafSize, strategy }: TmbOptions): string {
  return `three-mesh-bvh (${strategy}, leaves of ${leafSize})`;
}

function micro(microseconds: number): string {
  return `${microseconds.toPrecision(4)} µs`;
}
