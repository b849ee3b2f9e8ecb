/** Types of numbers, by the names that PLY files use today, with the older names of the same types. */
export const PLY_TYPES = {
  int8: 'char',
  uint8: 'uchar',
  int16: 'short',
  uint16: 'ushort',
  int32: 'int',
  uint32: 'uint',
  float32: 'float',
  float64: 'double',
} as const;

/** A type of number in a PLY file. */
export type WrittenType = keyof typeof PLY_TYPES;

/** A property as `[type, name]`, or `[count type, item type, name]` for a list. */
type WrittenProperty = readonly [WrittenType, string] | readonly [WrittenType, WrittenType, string];

/** An element with one row of values per item: a number, or a list of them, per property. */
export interface WrittenElement {
  readonly name: string;
  readonly properties: readonly WrittenProperty[];
  readonly rows: readonly (readonly (number | readonly number[])[])[];
}

/** How to write a PLY file. */
export interface WriteOptions {
  readonly format: 'ascii' | 'binary_little_endian' | 'binary_big_endian';
  readonly oldNames?: boolean;
  readonly lineEnd?: string;
  /** Put in place of the counts of the elements, by their names. */
  readonly counts?: Readonly<Record<string, string>>;
}

/** Writes a PLY file. */
export function writePly(elements: readonly WrittenElement[], options: WriteOptions): Uint8Array<ArrayBuffer> {
  const { format, oldNames = false, lineEnd = '\n', counts = {} } = options;
  const nameOf = (type: WrittenType): string => (oldNames ? PLY_TYPES[type] : type);
  const lines = ['ply', `format ${format} 1.0`, 'comment made for a test', 'obj_info none'];
  for (const { name, properties, rows } of elements) {
    lines.push(`element ${name} ${counts[name] ?? rows.length}`);
    for (const property of properties) {
      const types = property.slice(0, -1).map((type) => nameOf(type as WrittenType));
      lines.push(['property', ...(types.length === 2 ? ['list'] : []), ...types, property.at(-1)].join(' '));
    }
  }
  lines.push('end_header', '');
  const header = new TextEncoder().encode(lines.join(lineEnd));

  const body: Uint8Array[] = [];
  for (const { properties, rows } of elements) {
    for (const row of rows) {
      const words: number[] = [];
      properties.forEach((property, column) => {
        const value = row[column];
        const isList = property.length === 3;
        const items = typeof value === 'number' ? [value] : value;
        const numbers: [WrittenType, number][] = items.map((item) => [property[isList ? 1 : 0] as WrittenType, item]);
        if (isList) numbers.unshift([property[0], items.length]);
        words.push(...numbers.map(([, number]) => number));
        if (format !== 'ascii')
          body.push(...numbers.map((number) => encode(...number, format === 'binary_little_endian')));
      });
      if (format === 'ascii') body.push(new TextEncoder().encode(words.join(' ') + lineEnd));
    }
  }
  return concatenate([header, ...body]);
}

function encode(type: WrittenType, value: number, littleEndian: boolean): Uint8Array {
  const arrays = { int8: Int8Array, uint8: Uint8Array, int16: Int16Array, uint16: Uint16Array, int32: Int32Array };
  const others = { uint32: Uint32Array, float32: Float32Array, float64: Float64Array };
  const bytes = new Uint8Array({ ...arrays, ...others }[type].of(value).buffer);
  // Typed arrays have the order of the machine, which is little-endian wherever JavaScript runs.
  return littleEndian ? bytes : bytes.reverse();
}

function concatenate(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
