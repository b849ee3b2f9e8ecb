/** `pliant bake`: the posed vertices that an audit checks, as files. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { AUDIT_DEFAULTS } from '../audit/options.js';
import { nameClips } from '../audit/clip-names.js';
import { listInstants, REST } from '../audit/instants.js';
import type { Instant } from '../audit/instants.js';
import { readModel } from '../audit/node-model.js';
import type { AnimatedScene } from '../gltf/scene.js';
import { COMMON_OPTIONS, INSTANT_OPTIONS, parseInstants } from './audit-arguments.js';
import { EXIT_CLEAN } from './exit-codes.js';
import { findModel } from './find-files.js';
import { counted } from './finding-lines.js';
import { folderName } from './folder-name.js';
import { parseArguments } from './parse-arguments.js';
import { createPosedScene, poseScene } from './posed-scene.js';
import type { PosedScene } from './posed-scene.js';
import type { Progress } from './progress.js';
import { createProgress } from './progress.js';
import { readClipSource, takeClips } from './take-clips.js';
import type { Terminal } from './terminal.js';
import { printable } from './terminal.js';
import { UsageError } from './usage-error.js';
import { objFaces, objText } from './write-obj.js';
import { pc2Header, pc2Sample } from './write-pc2.js';
import { writeWhole, writeWholeBy } from './write-whole.js';

/** Everything that writing needs. */
interface BakeJob {
  readonly scene: AnimatedScene;
  readonly posed: PosedScene;
  readonly instants: readonly Instant[];
  /** A folder for each object. */
  readonly folders: readonly string[];
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

/** Runs `pliant bake`. */
export async function runBake(commandArguments: readonly string[], terminal: Terminal): Promise<number> {
  const parsed = parseArguments('bake', commandArguments, {
    ...COMMON_OPTIONS,
    ...INSTANT_OPTIONS,
    out: { type: 'string' },
    format: { type: 'string' },
  });
  const { places, instants: asked } = parseInstants('bake', parsed);
  const out = parsed.one('out');
  if (out === undefined) throw new UsageError('pliant bake: say where to write, by --out DIR');
  const format = parsed.one('format') ?? 'obj';
  if (format !== 'obj' && format !== 'pc2') throw new UsageError(`--format: "${format}" is neither obj nor pc2`);
  const file = await findModel('bake', places);

  const own = (await readModel(file)).scene;
  const anim = await readClipSource(asked.anim);
  const scene = anim === undefined ? own : takeClips(own, anim, asked.anim!);
  const instants = listInstants(scene.clips, { ...AUDIT_DEFAULTS, ...asked });
  const folders = scene.objects.map(({ id, name }) => join(out, folderName(id, name)));
  await makeFolders([out, ...folders]);

  const progress = createProgress(terminal, parsed.has('quiet'));
  const { signal } = terminal;
  const job: BakeJob = { scene, posed: createPosedScene(scene), instants, folders, progress, signal };
  try {
    if (format === 'obj') await writeObjs(job);
    else await writeCaches(job);
  } finally {
    progress.clear();
  }
  await writeWhole(join(out, 'instants.json'), instantsText(scene, instants), signal);
  if (!parsed.has('quiet')) {
    terminal.out(
      `${counted(scene.objects.length, 'object')} at ${counted(instants.length, 'instant')} in ${printable(out)}\n`,
    );
  }
  return EXIT_CLEAN;
}

async function makeFolders(folders: readonly string[]): Promise<void> {
  for (const folder of folders) {
    try {
      await mkdir(folder, { recursive: true });
    } catch (error) {
      throw new UsageError(
        `--out: the folder "${folder}" cannot be made (${(error as Error).message}); name another place`,
      );
    }
  }
}

async function writeObjs(job: BakeJob): Promise<void> {
  const { scene, posed, instants, folders, progress, signal } = job;
  const faces = scene.objects.map(({ mesh }) => objFaces(mesh));
  const clipNames = nameClips(scene.clips);
  for (const [index, instant] of instants.entries()) {
    goTo(posed, scene, instant);
    const when = instant.clip === REST ? 'rest pose' : `${clipNames[instant.clip]} at ${instant.time} s`;
    const fileName = `${String(index).padStart(6, '0')}.obj`;
    for (const { id, name } of scene.objects) {
      const comment = printable(`${name}, ${when}`);
      await writeWhole(join(folders[id], fileName), objText(comment, posed.positions[id], faces[id]), signal);
    }
    progress.update('baking', index + 1, instants.length, 'instant');
  }
}

/** Object by object, so that one file is open at a time. */
async function writeCaches(job: BakeJob): Promise<void> {
  const { scene, posed, instants, folders, progress, signal } = job;
  const total = scene.objects.length * instants.length;
  let done = 0;
  for (const { id, mesh } of scene.objects) {
    const writeSamples = async (file: { writeFile(bytes: Uint8Array): Promise<void> }): Promise<void> => {
      await file.writeFile(pc2Header(mesh.vertexCount, instants.length));
      for (const instant of instants) {
        signal.throwIfAborted();
        goTo(posed, scene, instant);
        await file.writeFile(pc2Sample(posed.positions[id]));
        progress.update('baking', ++done, total, 'sample');
      }
    };
    await writeWholeBy(join(folders[id], 'points.pc2'), writeSamples, signal);
  }
}

function goTo(posed: PosedScene, { clips }: AnimatedScene, { clip, time }: Instant): void {
  poseScene(posed, clip === REST ? undefined : clips[clip], time);
}

/** Which instant each number is. */
function instantsText({ clips }: AnimatedScene, instants: readonly Instant[]): string {
  const names = nameClips(clips);
  const lines = instants.map(
    ({ clip, time }) => `  ${JSON.stringify({ clip: clip === REST ? null : names[clip], time })}`,
  );
  return `[\n${lines.join(',\n')}\n]\n`;
}
