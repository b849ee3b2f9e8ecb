/** Point caches as their programs write them, word by word. */

/** What a PC2 header says, where it is not what the frames are. */
export interface Pc2Claims {
  readonly version?: number;
  readonly pointCount?: number;
  readonly start?: number;
  readonly rate?: number;
  readonly sampleCount?: number;
}

/** A PC2 cache of some frames. */
export function writePc2(frames: readonly ArrayLike<number>[], claims: Pc2Claims = {}): Uint8Array<ArrayBuffer> {
  const { version = 1, pointCount = frames[0].length / 3, start = 0, rate = 1, sampleCount = frames.length } = claims;
  const words: [size: 'int' | 'float', value: number][] = [
    ['int', version],
    ['int', pointCount],
    ['float', start],
    ['float', rate],
    ['int', sampleCount],
    ...frames.flatMap((frame) => Array.from(frame, (value): ['float', number] => ['float', value])),
  ];
  const magic = new TextEncoder().encode('POINTCACHE2\0');
  return join(magic, words, true);
}

/** An MDD cache of frames at some times. */
export function writeMdd(frames: readonly ArrayLike<number>[], times: readonly number[]): Uint8Array<ArrayBuffer> {
  const words: [size: 'int' | 'float', value: number][] = [
    ['int', frames.length],
    ['int', frames[0].length / 3],
    ...times.map((time): ['float', number] => ['float', time]),
    ...frames.flatMap((frame) => Array.from(frame, (value): ['float', number] => ['float', value])),
  ];
  return join(new Uint8Array(0), words, false);
}

function join(
  magic: Uint8Array,
  words: readonly ['int' | 'float', number][],
  isLittleEndian: boolean,
): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(magic.length + words.length * 4);
  bytes.set(magic);
  const view = new DataView(bytes.buffer, magic.length);
  words.forEach(([size, value], i) => {
    if (size === 'int') view.setInt32(i * 4, value, isLittleEndian);
    else view.setFloat32(i * 4, value, isLittleEndian);
  });
  return bytes;
}
