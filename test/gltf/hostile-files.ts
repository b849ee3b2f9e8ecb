/** Files that lie. Each is small, and claims to be large, deep, endless or somewhere else. */
import { GltfMaker, toBytes, toGlb } from './make-gltf.js';
import type { Json } from './make-gltf.js';

/** A file and what its refusal must say. */
export interface HostileFile {
  readonly name: string;
  readonly make: () => Uint8Array;
  readonly says: readonly string[];
}

const MANY = 100_000;
const HUGE = 2_000_000_000;
const asset = { version: '2.0' };
const bounds = { min: [0, 0, 0], max: [1, 1, 1] };
const positions = { count: HUGE, componentType: 5126, type: 'VEC3', ...bounds };
const shown = { nodes: [{ mesh: 0 }], meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }] };
const fourBytes = { byteLength: 4, uri: 'data:application/octet-stream;base64,AAAAAA==' };

const json = (name: string, rest: Json | string, ...says: readonly string[]): HostileFile => ({
  name,
  make: () => toBytes(typeof rest === 'string' ? rest : { asset, ...rest }),
  says,
});

const chain = (next: (i: number) => number | undefined): Json[] =>
  Array.from({ length: MANY }, (_, i) => {
    const child = next(i);
    return child === undefined ? {} : { children: [child] };
  });

const uriOf = (uri: string): HostileFile =>
  json(`a buffer at ${uri}`, { buffers: [{ byteLength: 4, uri }] }, '/buffers/0/uri');

/** One of each kind. */
export const HOSTILE_FILES: readonly HostileFile[] = [
  json('an accessor of 2·10^9 zeros', { accessors: [positions], ...shown }, 'claim-count at /accessors/0/count'),
  json(
    'an accessor of 2·10^9 elements in four bytes',
    {
      buffers: [fourBytes],
      bufferViews: [{ buffer: 0, byteLength: 4 }],
      accessors: [{ ...positions, bufferView: 0 }],
      ...shown,
    },
    'ACCESSOR_TOO_LONG at /accessors/0: ',
  ),
  json(
    'a sparse accessor of 2·10^9 elements',
    {
      buffers: [fourBytes],
      bufferViews: [{ buffer: 0, byteLength: 4 }],
      accessors: [
        {
          ...positions,
          sparse: { count: 1, indices: { bufferView: 0, componentType: 5121 }, values: { bufferView: 0 } },
        },
      ],
      ...shown,
    },
    'claim-count at /accessors/0/count',
  ),
  json(
    'a buffer view of 2·10^9 bytes in a buffer of four',
    {
      buffers: [fourBytes],
      bufferViews: [{ buffer: 0, byteLength: HUGE }],
      accessors: [{ ...positions, count: 1e8, bufferView: 0 }],
      ...shown,
    },
    'at /accessors/0',
  ),
  json(
    'a buffer of 2·10^9 bytes that has four',
    { buffers: [{ ...fourBytes, byteLength: HUGE }] },
    'BUFFER_BYTE_LENGTH_MISMATCH at /buffers/0: ',
  ),
  json(
    'many accessors over the same bytes',
    {
      buffers: [{ byteLength: 30_000, uri: `data:application/octet-stream;base64,${'A'.repeat(40_000)}` }],
      bufferViews: [{ buffer: 0, byteLength: 30_000 }],
      accessors: Array.from({ length: 10_000 }, () => ({
        bufferView: 0,
        componentType: 5121,
        count: 30_000,
        type: 'SCALAR',
      })),
    },
    'claim-size at /accessors/',
  ),
  json(
    'a mesh of the same accessors again and again',
    {
      buffers: [{ byteLength: 30_000, uri: `data:application/octet-stream;base64,${'A'.repeat(40_000)}` }],
      bufferViews: [{ buffer: 0, byteLength: 30_000 }],
      accessors: [{ ...positions, count: 2500, bufferView: 0, min: [0, 0, 0], max: [0, 0, 0] }],
      nodes: [{ mesh: 0 }],
      meshes: [{ primitives: Array.from({ length: 20_000 }, () => ({ attributes: { POSITION: 0 } })) }],
    },
    'claim-size at /meshes/0: ',
  ),
  json(
    'meshopt data of four bytes that claim to be 2·10^9',
    {
      extensionsUsed: ['EXT_meshopt_compression'],
      extensionsRequired: ['EXT_meshopt_compression'],
      buffers: [fourBytes, { byteLength: HUGE }],
      bufferViews: [
        {
          buffer: 1,
          byteLength: HUGE,
          byteStride: 12,
          extensions: {
            EXT_meshopt_compression: { buffer: 0, byteLength: 4, byteStride: 12, count: HUGE / 10, mode: 'ATTRIBUTES' },
          },
        },
      ],
    },
    'claim-size at /bufferViews/0/extensions/EXT_meshopt_compression',
  ),
  {
    name: 'a Draco stream that claims 10^9 triangles',
    make: () => {
      const maker = new GltfMaker();
      const stream = [
        ...new TextEncoder().encode('DRACO'),
        2,
        2,
        1,
        0,
        0,
        0,
        0x80,
        0x94,
        0xeb,
        0xdc,
        0x03,
        3,
        0,
        0,
        0,
        0,
      ];
      const bufferView = maker.addView(new Uint8Array(stream));
      const draco = { KHR_draco_mesh_compression: { bufferView, attributes: { POSITION: 0 } } };
      return maker.glb({
        extensionsUsed: ['KHR_draco_mesh_compression'],
        extensionsRequired: ['KHR_draco_mesh_compression'],
        accessors: [
          { ...positions, count: 3 },
          { count: 3, componentType: 5125, type: 'SCALAR' },
        ],
        nodes: [{ mesh: 0 }],
        meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1, extensions: draco }] }],
      });
    },
    says: ['claim-count at /bufferViews/0: '],
  },
  json('a loop of nodes', { nodes: chain((i) => (i + 1) % MANY) }, 'NODE_LOOP at /nodes/0: '),
  json('a node that is its own child', { nodes: [{}, { children: [1] }] }, 'NODE_LOOP at /nodes/1: '),
  json('a chain of nodes', { nodes: chain((i) => (i + 1 < MANY ? i + 1 : undefined)) }, 'node-depth at /nodes/'),
  json(
    'a chain of nodes that runs upwards',
    { nodes: chain((i) => (i > 0 ? i - 1 : undefined)) },
    'node-depth at /nodes/',
  ),
  json(
    'skins of deep joints',
    {
      nodes: Array.from({ length: 900 }, (_, i) => (i < 899 ? { children: [i + 1] } : {})),
      skins: Array.from({ length: 500 }, () => ({ joints: Array.from({ length: 900 }, (_, i) => i) })),
    },
    'node-joints at /skins/',
  ),
  json('deep arrays', `{"asset":{"version":"2.0"},"extras":${'['.repeat(MANY)}${']'.repeat(MANY)}}`, 'json-depth'),
  json(
    'deep objects',
    `{"asset":{"version":"2.0"},"extras":${'{"a":'.repeat(MANY)}1${'}'.repeat(MANY)}}`,
    'json-depth',
  ),
  json('arrays without an end', '['.repeat(MANY), 'json-depth'),
  json(
    'a key __proto__',
    '{"asset":{"version":"2.0"},"nodes":[{"__proto__":{"mesh":0}}]}',
    'forbidden-key at /nodes/0/__proto__',
  ),
  json('an escaped key __proto__', '{"asset":{"version":"2.0"},"extras":{"\\u005f_proto__":1}}', '/extras/__proto__'),
  {
    name: 'a GLB whose binary chunk claims 4 GB',
    make: () => toGlb({ asset, buffers: [{ byteLength: 4e9 }] }, new Uint8Array(16), { total: 4.1e9, binary: 4e9 }),
    says: ['GLB_UNEXPECTED_END_OF_CHUNK_DATA', 'GLB_LENGTH_MISMATCH'],
  },
  {
    name: 'a GLB whose JSON chunk claims 4 GB',
    make: () => toGlb({ asset }, new Uint8Array(0), { total: 4.1e9, json: 4e9 }),
    says: ['GLB_'],
  },
  {
    name: 'positions that are not numbers',
    make: () => {
      const maker = new GltfMaker();
      maker.add('VEC3', new Float32Array(9).fill(NaN), bounds);
      return maker.glb(shown);
    },
    says: ['ACCESSOR_INVALID_FLOAT at /accessors/0: '],
  },
  {
    name: 'indices out of range',
    make: () => {
      const maker = new GltfMaker();
      const POSITION = maker.add('VEC3', new Float32Array(9));
      const indices = maker.add('SCALAR', new Uint32Array([0, 1, 0xfffffffe]));
      return maker.glb({ nodes: [{ mesh: 0 }], meshes: [{ primitives: [{ attributes: { POSITION }, indices }] }] });
    },
    says: ['ACCESSOR_INDEX_OOB at /meshes/0/primitives/0/indices: '],
  },
  ...[
    '../secret.bin',
    'a/../../secret.bin',
    '%2e%2e/secret.bin',
    'a%2F..%2F..%2Fsecret.bin',
    '..%5Csecret.bin',
    '/etc/passwd',
    '%2Fetc%2Fpasswd',
    '//host/share.bin',
    '/dev/zero',
    'file:///etc/passwd',
    'FILE:///etc/passwd',
    'http://localhost/a.bin',
    'https://localhost/a.bin',
    'blob:abc',
    'C:\\secret.bin',
    'c:secret.bin',
    'con:',
    'a.bin\u0000.png',
    '.',
  ].map(uriOf),
  json('an image at ../', { images: [{ uri: '../secret.png' }] }, 'uri-outside at /images/0/uri'),
  json('an image on the network', { images: [{ uri: 'http://localhost/a.png' }] }, 'uri-scheme at /images/0/uri'),
];
