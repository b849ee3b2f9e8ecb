/** Clips of another file, played by the nodes that have the same names: `--anim`. */
import { readModel } from '../audit/node-model.js';
import type { AnimatedScene, SceneChannel, SceneClip, SceneWarning } from '../gltf/scene.js';
import { errorText } from './error-text.js';
import { UsageError } from './usage-error.js';

/** Reads the model that clips are taken from, if there is one. */
export async function readClipSource(path: string | undefined): Promise<AnimatedScene | undefined> {
  if (path === undefined) return undefined;
  try {
    return (await readModel(path)).scene;
  } catch (error) {
    throw new UsageError(`--anim: ${errorText(error)}`);
  }
}

/**
 * The scene with the clips of another file in place of its own. Channels of nodes that the scene has not are left out, with
 * a warning; it is a mistake when none is left.
 */
export function takeClips(scene: AnimatedScene, other: AnimatedScene, otherName: string): AnimatedScene {
  const warnings: SceneWarning[] = [];
  const nodeOf = nodesByName(scene);
  const weightCounts = new Map(scene.objects.map(({ node, defaultWeights }) => [node, defaultWeights.length]));
  const clips = other.clips.map((clip): SceneClip => {
    const missing = new Set<string>();
    const channels = clip.channels.flatMap((channel): SceneChannel[] => {
      const { name } = other.nodes[channel.node];
      const node = nodeOf.get(name);
      if (node === undefined || !fits(channel, weightCounts.get(node))) {
        missing.add(name || `node ${channel.node}`);
        return [];
      }
      return [{ ...channel, node }];
    });
    if (missing.size > 0) warnings.push(missingWarning(clip, missing, otherName));
    return { ...clip, channels };
  });
  if (!clips.some(({ channels }) => channels.length > 0)) {
    const why = other.clips.length === 0 ? 'has no clips' : 'moves no node that has the name of one of the model';
    throw new UsageError(`--anim: "${otherName}" ${why}; the joints of both files must have the same names`);
  }
  return { ...scene, clips, warnings: [...scene.warnings, ...warnings] };
}

/** Nodes by their names. Of two with the same name, joints come first, then the one that comes first in the file. */
function nodesByName({ nodes, objects }: AnimatedScene): ReadonlyMap<string, number> {
  const joints = new Set(objects.flatMap(({ skin }) => skin?.joints ?? []));
  const found = new Map<string, number>();
  nodes.forEach(({ name }, node) => {
    const known = found.get(name);
    if (name !== '' && (known === undefined || (!joints.has(known) && joints.has(node)))) found.set(name, node);
  });
  return found;
}

/** Morph weights need as many targets as they were made for. */
function fits({ path, times, values, interpolation }: SceneChannel, weightCount: number | undefined): boolean {
  if (path !== 'weights') return true;
  const perKey = interpolation === 'CUBICSPLINE' ? 3 : 1;
  return weightCount !== undefined && values.length === times.length * perKey * weightCount;
}

function missingWarning({ name, index }: SceneClip, missing: ReadonlySet<string>, otherName: string): SceneWarning {
  const first = [...missing].slice(0, 5).join(', ');
  const more = missing.size > 5 ? ` and ${missing.size - 5} more` : '';
  return {
    code: 'anim-node',
    pointer: `/animations/${index}`,
    message: `clip ${name ?? `#${index}`} of "${otherName}" moves ${first}${more}, which the model has not; they stay at rest`,
  };
}
