/** As much of JSON Schema as `schema/report.schema.json` uses. A word that it does not know is an error, not a pass. */

/** A schema, or a part of one. */
export type Schema = Readonly<Record<string, unknown>>;

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

const TELLING = new Set(['$schema', '$id', '$defs', 'title', 'description', 'contentEncoding']);

/** Everything that is wrong with a value, with the place of each. */
export function schemaErrors(root: Schema, value: unknown, schema: Schema = root, place = ''): string[] {
  const errors: string[] = [];
  for (const [word, argument] of Object.entries(schema)) {
    if (TELLING.has(word) || passes(root, schema, word, argument, value as Json, place, errors)) continue;
    errors.push(`${place}: ${word} ${JSON.stringify(argument)} is not met`);
  }
  return errors;
}

/** Whether one word of a schema is met; errors further inside go to the list. */
function passes(
  root: Schema,
  schema: Schema,
  word: string,
  argument: unknown,
  value: Json,
  place: string,
  errors: string[],
): boolean {
  const within = (part: Schema, inner: Json, at: string): void => {
    errors.push(...schemaErrors(root, inner, part, `${place}/${at}`));
  };
  switch (word) {
    case '$ref': {
      const name = String(argument).replace('#/$defs/', '');
      errors.push(...schemaErrors(root, value, (root['$defs'] as Record<string, Schema>)[name], place));
      return true;
    }
    case 'type': {
      const allowed = new Set([argument].flat());
      return allowed.has(typeOf(value)) || (typeof value === 'number' && allowed.has('number'));
    }
    case 'const':
      return value === argument;
    case 'enum':
      return (argument as unknown[]).includes(value);
    case 'minimum':
      return typeof value !== 'number' || value >= (argument as number);
    case 'maximum':
      return typeof value !== 'number' || value <= (argument as number);
    case 'exclusiveMinimum':
      return typeof value !== 'number' || value > (argument as number);
    case 'pattern':
      return typeof value !== 'string' || new RegExp(argument as string).test(value);
    case 'minItems':
      return !Array.isArray(value) || value.length >= (argument as number);
    case 'maxItems':
      return !Array.isArray(value) || value.length <= (argument as number);
    case 'items':
      if (Array.isArray(value)) value.forEach((item: Json, i) => within(argument as Schema, item, String(i)));
      return true;
    case 'required':
      return !isRecord(value) || (argument as string[]).every((key) => key in value);
    case 'properties':
      for (const [key, part] of Object.entries(argument as Record<string, Schema>)) {
        if (isRecord(value) && key in value) within(part, value[key], key);
      }
      return true;
    case 'additionalProperties':
      return !isRecord(value) || Object.keys(value).every((key) => key in (schema['properties'] as object));
    default:
      throw new Error(`the test does not know "${word}"`);
  }
}

function isRecord(value: Json): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function typeOf(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}
