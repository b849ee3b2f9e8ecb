import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createRandom } from 'pliant/exact';
import { readObj } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { float32Text } from '../../src/cli/float-text.js';
import { folderName } from '../../src/cli/folder-name.js';
import { packRecord, unpackRecord } from '../../src/cli/packed-record.js';
import { barText, createProgress, durationText } from '../../src/cli/progress.js';
import { createPaint, printable, wantsColors } from '../../src/cli/terminal.js';
import { objFaces, objText } from '../../src/cli/write-obj.js';
import { writePieces, writeWhole, writeWholeBy } from '../../src/cli/write-whole.js';
import { tetrahedron } from '../mesh/make-meshes.js';
import { temporaryFolder } from './temporary-folder.js';

describe('files', () => {
  it('are replaced whole', async () => {
    const path = join(await temporaryFolder(), 'report.json');
    await writeFile(path, 'old');
    await writeWhole(path, 'new');
    expect(await readFile(path, 'utf8')).toBe('new');
  });

  it('stay as they were when writing fails or is called off, and nothing else is left', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'report.json');
    await writeFile(path, 'old');
    const controller = new AbortController();
    const attempts = [
      () =>
        writeWholeBy(path, async (file) => {
          await file.writeFile('half');
          throw new Error('the disk is full');
        }),
      () =>
        writeWholeBy(
          path,
          async (file) => {
            await file.writeFile('whole');
            controller.abort();
          },
          controller.signal,
        ),
      () => writeWhole(path, 'new', AbortSignal.abort()),
    ];
    for (const attempt of attempts) await expect(attempt()).rejects.toThrow(/full|aborted/);
    expect(await readFile(path, 'utf8')).toBe('old');
    expect(await readdir(folder)).toEqual(['report.json']);
  });

  it('are put together from pieces', async () => {
    const path = join(await temporaryFolder(), 'long.txt');
    const pieces = Array.from({ length: 3000 }, (_, i) => `${i} `.repeat(200));
    await writeWholeBy(path, (file) => writePieces(file, pieces));
    expect(await readFile(path, 'utf8')).toBe(pieces.join(''));
  });

  it('are not written where there is no folder', async () => {
    const folder = await temporaryFolder();
    await expect(writeWhole(join(folder, 'none', 'a.json'), 'x')).rejects.toThrow('cannot be written');
    await mkdir(join(folder, 'there'));
    expect(existsSync(join(folder, 'none'))).toBe(false);
  });
});

describe('float32 numbers as text', () => {
  const bits = new Uint32Array(1);
  const floats = new Float32Array(bits.buffer);

  it('read back to the same bits, whatever they are', () => {
    const seed = 5001;
    const random = createRandom(seed);
    const wrong: string[] = [];
    for (let i = 0; i < 200_000; i++) {
      bits[0] = random.integer(0x10000) * 0x10000 + random.integer(0x10000);
      const value = floats[0];
      if (!Number.isFinite(value)) continue;
      const text = float32Text(value);
      if (!Object.is(Math.fround(Number(text)), value)) wrong.push(`${value} as ${text}`);
    }
    expect(wrong, `seed ${seed}`).toEqual([]);
  });

  it.each([
    [0, '0'],
    [-0, '-0'],
    [1, '1'],
    [Math.fround(0.1), '0.1'],
    [Math.fround(-2.675), '-2.675'],
    [16777216, '16777216'],
    [Math.fround(1e-45), '1.4013e-45'],
    [Math.fround(3.4028234663852886e38), '3.4028235e+38'],
  ])('%d is short', (value, text) => {
    expect(float32Text(value)).toBe(text);
  });
});

describe('OBJ files', () => {
  it('read back as the mesh that was written', () => {
    const mesh = tetrahedron();
    const positions = mesh.positions.map((value) => Math.fround(value / 3));
    const text = objText('a comment', positions, objFaces(mesh));
    const read = readObj(text);
    expect(read.positions).toEqual(positions);
    expect(read.triangles).toEqual(mesh.triangles);
  });
});

describe('names of folders', () => {
  it.each([
    [3, 'Jacket', '003-Jacket'],
    [12, '../../etc/passwd', '012-etc_passwd'],
    [0, 'a b\u0000c\n', '000-a_b_c'],
    [1, '', '001-object'],
    [2, '...', '002-object'],
    [7, 'Körper—左', '007-Körper_左'],
    [1000, 'C:\\CON', '1000-C_CON'],
  ])('object %d, called %j, is in %s', (id, name, folder) => {
    expect(folderName(id, name)).toBe(folder);
  });

  it('are short enough for every file system', () => {
    expect(new TextEncoder().encode(folderName(999, '𝔘'.repeat(300))).length).toBeLessThan(255);
  });
});

describe('packed records', () => {
  it('come back as they were, with shared arrays shared', () => {
    const shared = Float32Array.of(1, -0, Infinity);
    const record = {
      name: 'é</script>',
      list: [shared, { again: shared }, Uint8Array.of(1, 2, 3), new Float64Array(0), Uint32Array.of(0xffffffff)],
      nothing: null,
      words: Uint16Array.of(9).subarray(0),
    };
    const packed = packRecord(record);
    const shifted = new Uint8Array(packed.length + 3);
    shifted.set(packed, 3);
    const back = unpackRecord(shifted.subarray(3)) as typeof record;
    expect(back).toEqual(record);
    expect((back.list[1] as { again: Float32Array }).again.byteOffset).toBe((back.list[0] as Float32Array).byteOffset);
  });
});

describe('the terminal', () => {
  it('has colours where they are wanted', () => {
    expect(wantsColors(true, {})).toBe(true);
    expect(wantsColors(false, {})).toBe(false);
    expect(wantsColors(true, { NO_COLOR: '1' })).toBe(false);
    expect(wantsColors(true, { NO_COLOR: '' })).toBe(true);
    expect(wantsColors(true, { TERM: 'dumb' })).toBe(false);
    expect(wantsColors(false, { FORCE_COLOR: '1' })).toBe(true);
    expect(wantsColors(true, { NO_COLOR: '1', FORCE_COLOR: '1' })).toBe(false);
    expect(createPaint(false)('red', 'x')).toBe('x');
    expect(createPaint(true)('red', 'x')).toBe('\u001B[31mx\u001B[39m');
  });

  it('never obeys names from files', () => {
    expect(printable('a\u001B[2Jb\r\n\u202E')).toBe('a\\u001b[2Jb\\u000d\\u000a\\u202e');
  });

  it('shows a bar with the time left, no wider than it is', () => {
    for (const columns of [10, 40, 80, 200]) {
      const text = barText(
        'searching a/very/long/path/to/some/model.glb',
        '10 of 100 instants (10 %), 9 s left',
        0.1,
        columns,
      );
      expect(text.length, String(columns)).toBeLessThan(columns);
    }
    expect(barText('a.glb', '5 of 10', 0.5, 80)).toBe('a.glb ████████████░░░░░░░░░░░░ 5 of 10');
    expect([0.2, 59, 65, 3700].map(durationText)).toEqual(['1 s', '59 s', '1 min 05 s', '1 h 01 min']);
  });

  it('draws the bar again on a terminal, and writes few plain lines elsewhere', () => {
    for (const isInteractive of [true, false]) {
      let written = '';
      let now = 0;
      const terminal = {
        out: () => undefined,
        hasColors: false,
        isInteractive,
        columns: 80,
        signal: new AbortController().signal,
        err: (text: string) => void (written += text),
        now: () => now,
      };
      const progress = createProgress(terminal, false);
      for (let i = 0; i <= 25; i++, now += 1000) progress.update('a.glb', i, 25, 'instant');
      progress.clear();
      if (isInteractive) {
        expect(written.endsWith('\r\u001B[K')).toBe(true);
        expect(written).toContain('20 of 25 instants (80 %), 5 s left');
        expect(written).not.toContain('\n');
      } else {
        expect(written).toBe('a.glb: 10 of 25 instants (40 %), 15 s left\na.glb: 20 of 25 instants (80 %), 5 s left\n');
      }
    }
  });
});
