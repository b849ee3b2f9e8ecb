/** `pliant info`: what is in a model. */
import { readModel } from '../audit/node-model.js';
import { createDefects, findDefects } from '../exact.js';
import { inspectSurface, measureTree } from '../inspect.js';
import { buildTree, findComponents, findEdges } from '../parts.js';
import type { Mesh } from '../parts.js';
import type { AnimatedScene, SceneObject, SceneWarning } from '../gltf/scene.js';
import { COMMON_OPTIONS } from './audit-arguments.js';
import { EXIT_CLEAN } from './exit-codes.js';
import { findModel } from './find-files.js';
import { counted, secondsText } from './finding-lines.js';
import { parseArguments } from './parse-arguments.js';
import { createPosedScene, poseScene } from './posed-scene.js';
import { tableLines } from './table.js';
import type { Paint, Terminal } from './terminal.js';
import { createPaint, printable } from './terminal.js';
import { requireOtherPlace, requireWritablePlace, writeWhole } from './write-whole.js';

/** Names the form of what `--json` writes, with its version. */
const INFO_SCHEMA = 'urn:pliant:info:1';

interface ModelInfo {
  readonly schema: string;
  readonly file: string;
  readonly objects: readonly ObjectInfo[];
  readonly clips: readonly { name: string | null; index: number; duration: number; channels: number }[];
  readonly warnings: readonly SceneWarning[];
}

interface ObjectInfo {
  readonly id: number;
  readonly name: string;
  readonly node: number;
  readonly triangles: number;
  /** Vertices after welding. */
  readonly vertices: number;
  readonly bones: number;
  readonly morphTargets: number;
  readonly mostInfluences: number;
  readonly pieces: number;
  readonly closed: boolean;
  readonly defects: {
    readonly collinear: number;
    readonly duplicates: number;
    readonly boundaryEdges: number;
    readonly nonManifoldEdges: number;
    readonly misorientedEdges: number;
  };
  readonly tree: {
    readonly nodes: number;
    readonly leaves: number;
    readonly depth: number;
    readonly trianglesPerLeaf: number;
    readonly bytes: number;
  };
  readonly notChecked: readonly string[];
}

/** Runs `pliant info`. */
export async function runInfo(commandArguments: readonly string[], terminal: Terminal): Promise<number> {
  const parsed = parseArguments('info', commandArguments, { ...COMMON_OPTIONS, json: { type: 'string' } });
  const places = parsed.tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : []));
  const file = await findModel('info', places);
  const json = parsed.one('json');
  if (json !== undefined && json !== '-') {
    await requireWritablePlace('--json', json);
    await requireOtherPlace('--json', json, [file]);
  }
  const { scene } = await readModel(file);
  const info = describeScene(file, scene);
  if (json !== '-' && !parsed.has('quiet')) terminal.out(infoText(info, createPaint(terminal.hasColors)));
  const text = `${JSON.stringify(info, undefined, 2)}\n`;
  if (json === '-') terminal.out(text);
  else if (json !== undefined) await writeWhole(json, text, terminal.signal);
  return EXIT_CLEAN;
}

function describeScene(file: string, scene: AnimatedScene): ModelInfo {
  const posed = createPosedScene(scene);
  poseScene(posed, undefined, 0);
  const surfaces = new Map(
    [...new Set(scene.objects.map(({ mesh }) => mesh))].map((mesh) => [mesh, describeSurface(mesh)]),
  );
  return {
    schema: INFO_SCHEMA,
    file,
    objects: scene.objects.map((object) => {
      return describeObject(object, posed.positions[object.id], surfaces.get(object.mesh)!);
    }),
    clips: scene.clips.map(({ name, index, duration, channels }) => ({
      name,
      index,
      duration,
      channels: channels.length,
    })),
    warnings: scene.warnings,
  };
}

/** What objects that show the same mesh have in common. */
type SurfaceInfo = Pick<ObjectInfo, 'pieces' | 'closed' | 'tree'> & {
  readonly edges: Omit<ObjectInfo['defects'], 'collinear' | 'duplicates'>;
};

function describeSurface(mesh: Mesh): SurfaceInfo {
  const surface = inspectSurface(mesh, findEdges(mesh));
  const tree = measureTree(buildTree(mesh));
  return {
    pieces: findComponents(mesh).count,
    closed: surface.closed && surface.misorientedEdges.length === 0,
    edges: {
      boundaryEdges: surface.boundaryEdges.length,
      nonManifoldEdges: surface.nonManifoldEdges.length,
      misorientedEdges: surface.misorientedEdges.length,
    },
    tree: {
      nodes: tree.nodeCount,
      leaves: tree.leafCount,
      depth: tree.depth,
      trianglesPerLeaf: tree.meanTrianglesPerLeaf,
      bytes: tree.bytes,
    },
  };
}

function describeObject(object: SceneObject, positions: Float32Array, surface: SurfaceInfo): ObjectInfo {
  const { id, name, node, mesh, model, skin, notChecked } = object;
  const defects = createDefects(mesh);
  findDefects(mesh, positions, defects);
  let mostInfluences = 0;
  for (let i = 0; i < model.vertexCount; i++) {
    mostInfluences = Math.max(mostInfluences, model.influenceOffsets[i + 1] - model.influenceOffsets[i]);
  }
  return {
    id,
    name,
    node,
    triangles: mesh.triangleCount,
    vertices: mesh.vertexCount,
    bones: skin?.joints.length ?? 0,
    morphTargets: model.fieldCount,
    mostInfluences: skin === undefined ? 0 : mostInfluences,
    pieces: surface.pieces,
    closed: surface.closed,
    defects: { collinear: defects.collinearCount, duplicates: defects.duplicateCount, ...surface.edges },
    tree: surface.tree,
    notChecked,
  };
}

function infoText({ file, objects, clips, warnings }: ModelInfo, paint: Paint): string {
  const name = (text: string): string => printable(text);
  const lines = [paint('bold', name(file)), ''];
  lines.push(paint('bold', counted(objects.length, 'object')));
  if (objects.length > 0) {
    const heading = ['id', 'name', 'node', 'triangles', 'vertices', 'bones', 'morphs', 'pieces', 'closed'];
    const rows = objects.map((object) => [
      object.id,
      name(object.name),
      object.node,
      object.triangles,
      object.vertices,
      object.bones,
      object.morphTargets,
      object.pieces,
      object.closed ? 'yes' : 'no',
    ]);
    lines.push(...tableLines(heading, rows, paint), '', paint('bold', 'defects and trees'));
    const defectHeading = [
      'id',
      'collinear',
      'repeated',
      'open edges',
      'non-manifold',
      'turned',
      'nodes',
      'depth',
      'triangles/leaf',
    ];
    const defectRows = objects.map(({ id, defects, tree }) => [
      id,
      defects.collinear,
      defects.duplicates,
      defects.boundaryEdges,
      defects.nonManifoldEdges,
      defects.misorientedEdges,
      tree.nodes,
      tree.depth,
      Number(tree.trianglesPerLeaf.toFixed(1)),
    ]);
    lines.push(...tableLines(defectHeading, defectRows, paint));
  }
  lines.push('', paint('bold', counted(clips.length, 'clip')));
  if (clips.length > 0) {
    const rows = clips.map((clip) => [
      clip.index,
      name(clip.name ?? `#${clip.index}`),
      secondsText(clip.duration),
      clip.channels,
    ]);
    lines.push(...tableLines(['index', 'name', 'duration', 'channels'], rows, paint));
  }
  const remarks = warnings.map(({ code, pointer, message }) => name(`${code} at ${pointer}: ${message}`));
  if (remarks.length > 0) lines.push('', paint('bold', counted(remarks.length, 'warning')), ...remarks);
  return `${lines.join('\n')}\n`;
}
