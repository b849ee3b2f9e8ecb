/**
 * Code in the documents is code: every snippet is compiled against the package as it was built, by the strict settings that users are
 * advised to have.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { guides } from '../../scripts/guides.mjs';
import { projectPath } from '../../scripts/paths.mjs';
import { run, runOrThrow } from '../../scripts/run.mjs';

const directory = projectPath('build/snippets');

const CHARACTER = { character: `import('three').SkinnedMesh`, raycaster: `import('three').Raycaster` };
const POOL = {
  shape: `import('pliant').Shape`,
  body: `import('pliant').Body`,
  transforms: 'Float32Array',
  hits: `import('pliant').PairHits`,
};

/** What the snippets of a document take as given, because the reader has it, or has just read of it. */
const GIVEN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'README.md': { ...CHARACTER, ...POOL },
  'docs/start.md': {
    ...CHARACTER,
    positions: 'Float32Array',
    triangles: 'Uint32Array',
    joints: 'Uint16Array',
    weights: 'Float32Array',
    transforms: 'Float32Array',
    center: 'readonly [number, number, number]',
    radius: 'number',
  },
  'docs/getting-started.md': { ...CHARACTER, ...POOL },
  'docs/three.md': {
    ...CHARACTER,
    mesh: `import('three').SkinnedMesh & { deformTree: import('pliant/three').DeformTree }`,
    scene: `import('three').Scene`,
    arrow: `import('three').Object3D`,
    bar: 'HTMLProgressElement',
    controller: 'AbortController',
  },
  'docs/skin.md': {
    positions: 'Float32Array',
    triangles: 'Uint32Array',
    controlPoints: 'Float32Array',
    points: 'Float32Array',
    simulated: 'Float32Array',
    coarse: 'Float32Array',
    tetrahedra: 'Uint32Array',
  },
  'docs/spheres.md': {
    mesh: `import('pliant/parts').Mesh`,
    model: `import('pliant/parts').BlendModel`,
    tree: `import('pliant/sim').SphereTree`,
    coarsePoints: 'Float32Array',
    simulatedPoints: 'Float32Array',
  },
  'docs/self-collision.md': { ...POOL, kernels: `import('pliant').Kernels` },
  'docs/kinetic.md': {
    times: 'number[]',
    frames: 'Float32Array[]',
    triangles: 'Uint32Array',
    table: `import('pliant/kinetic').KineticTree`,
    tree: `import('pliant/kinetic').KineticTree`,
  },
  'docs/interruptible.md': {
    positions: 'Float32Array',
    triangles: 'Uint32Array',
    lift: 'Float32Array',
    tissue: `import('pliant').ProxyBody`,
    skin: `import('pliant').MeshBody`,
    walks: `import('pliant/sim').InterruptedWalk[]`,
    sphereTree: `import('pliant/sim').SphereTree`,
    follower: `import('pliant/sim').SphereFollower`,
    points: 'Float64Array',
  },
  'docs/continuous.md': {
    positions: 'Float32Array',
    triangles: 'Uint32Array',
    lift: 'Float32Array',
    tableMesh: `import('pliant/parts').MeshData`,
    cloth: `import('pliant/continuous').Motion`,
    table: `import('pliant/continuous').Motion`,
    shape: `import('pliant').Shape`,
    floorShape: `import('pliant').Shape`,
    hits: `import('pliant/continuous').MotionHits`,
    touch: `import('pliant/continuous').FirstTouch`,
  },
  'docs/tetrahedra.md': {
    positions: 'Float32Array',
    triangles: 'Uint32Array',
    bytes: 'Uint8Array',
    volumeOf: `(solid: import('pliant/parts').TetrahedralMesh, tetrahedron: number) => number`,
  },
  'docs/sim.md': {
    surface: `import('pliant/parts').Mesh`,
    points: 'Float32Array',
    tetrahedra: 'Uint32Array',
    soft: `import('pliant/sim').SoftBody`,
  },
  'docs/audit.md': {
    file: 'File',
    files: `import('pliant/parts').SequenceFile[]`,
    rest: `import('pliant/parts').SequenceFile`,
    cache: 'Uint8Array',
  },
};

/** A snippet as a module: what it imports, what is given, and in a block, where its own names come first, the rest. */
function moduleOf(document: string, code: string): string {
  const given = Object.entries(GIVEN[document] ?? {}).map(([name, type]) => `declare const ${name}: ${type};`);
  const [imports, rest] = [[] as string[], [] as string[]];
  for (const line of code.split('\n')) (/^import .* from /.test(line) ? imports : rest).push(line);
  return [...imports, ...given, '{', ...rest, '}', 'export {};', ''].join('\n');
}

describe('the snippets of the documents', () => {
  const documents = ['README.md', 'docs/start.md', ...guides];

  it('compile', async () => {
    rmSync(directory, { recursive: true, force: true });
    mkdirSync(directory, { recursive: true });
    const files: string[] = [];
    for (const document of documents) {
      const snippets = [...readFileSync(projectPath(document), 'utf8').matchAll(/^```ts\n([^]*?)^```/gm)];
      expect(snippets.length, document).toBeGreaterThan(0);
      for (const [index, [, code]] of snippets.entries()) {
        const name = `${basename(document, '.md')}-${index + 1}.ts`;
        writeFileSync(join(directory, name), moduleOf(document, code));
        files.push(name);
      }
    }
    const compilerOptions = {
      noEmit: true,
      composite: false,
      // What is given is not used by every snippet.
      noUnusedLocals: false,
      types: ['node'],
    };
    writeFileSync(
      join(directory, 'tsconfig.json'),
      JSON.stringify({ extends: '../../tsconfig.base.json', compilerOptions, files }),
    );
    // The entry point for Node is built apart.
    await runOrThrow('tsc', ['-b', 'src/audit']);
    const { output } = await run('tsc', ['-p', directory], { capture: true });
    expect(output).toBe('');
  });
});
