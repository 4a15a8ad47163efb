import fc from 'fast-check';
import { z } from 'zod';

type Json = { [key: string]: unknown };

/** Values that the schema mostly accepts: they fit its shape, types and limits, but not every rule. */
export function likely(schema: z.ZodType): fc.Arbitrary<unknown> {
  return arbitraryOf(z.toJSONSchema(schema, { io: 'input' }) as Json);
}

const someEmail = fc.nat().map((n) => `ann${n}@example.com`);

function arbitraryOf(schema: Json): fc.Arbitrary<unknown> {
  const {
    anyOf,
    properties,
    required = [],
    items,
  } = schema as {
    anyOf?: Json[];
    properties?: Record<string, Json>;
    required?: string[];
    items?: Json;
  };
  if ('const' in schema) return fc.constant(schema.const);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  if (anyOf) return fc.oneof(...anyOf.map(arbitraryOf));
  switch (schema.type) {
    case 'object': {
      const fields = Object.entries(properties ?? {}).map(([name, field]) => [
        name,
        name === 'email'
          ? fc.oneof(someEmail, fc.emailAddress(), arbitraryOf(field))
          : arbitraryOf(field),
      ]);
      return fc.record<Json>(Object.fromEntries(fields), { requiredKeys: required });
    }
    case 'array':
      return fc.array(arbitraryOf(items ?? {}), { maxLength: 4 });
    case 'string':
      return stringOf(schema);
    case 'integer':
      return fc.oneof(
        fc.integer({
          min: Number(schema.minimum ?? 0),
          max: Math.min(Number(schema.maximum ?? 1000), 2 ** 31 - 1),
        }),
        fc.constantFrom(schema.minimum ?? 0, schema.maximum ?? 1000),
      );
    case 'number':
      return fc.double({ min: Number(schema.minimum ?? -1e6), max: 1e6, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.jsonValue();
  }
}

function stringOf({ minLength = 0, maxLength = 300, format }: Json): fc.Arbitrary<string> {
  if (format === 'date') return fc.date({ noInvalidDate: true }).map(dayOf);
  if (format === 'date-time') {
    return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  }
  const size = { minLength: Number(minLength), maxLength: Math.min(Number(maxLength), 1000) };
  return fc.oneof(
    fc.string({ unit: 'grapheme', ...size }),
    fc.string({ unit: 'binary', size: 'max', ...size }),
  );
}

const dayOf = (date: Date) => date.toISOString().slice(0, 10);

/** Values that our forms never send. */
export const nasty: unknown[] = [
  '\0',
  'a\0b',
  '\ud800',
  'x\udfff',
  'x'.repeat(20_000),
  "'; drop table users; --",
  '%00',
  '../../etc/passwd',
  'ann@example.com\r\nBcc: all@example.com',
  '\u202e\u200b',
  -1,
  1.5,
  1e308,
  2 ** 31,
  Number.MAX_SAFE_INTEGER + 1,
  null,
  true,
  [],
  {},
  { toString: 1 },
];

const hostile: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...nasty),
  fc.jsonValue({ maxDepth: 2 }),
  fc.integer({ min: 100, max: 3000 }).map(nested),
  fc.constantFrom('__proto__', 'constructor', 'toString').map((name) => ({
    // A computed key, which is an own property and does not set the prototype.
    [name]: { isAdmin: true },
  })),
);

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let n = 0; n < depth; n++) value = n % 2 ? [value] : { a: value };
  return value;
}

/** The example as our pages send it, or with one field replaced by a likely value. */
export function near(example: unknown, schema: z.ZodType): fc.Arbitrary<unknown> {
  const changed = fc.tuple(likely(schema), fc.nat()).map(([value, which]) => {
    const fields = Object.entries(Object(value));
    return {
      ...Object(example),
      ...Object.fromEntries(fields.slice(which % (fields.length || 1)).slice(0, 1)),
    };
  });
  return fc.oneof(fc.constant(example), changed);
}

/** A value with one field replaced or added, or a completely hostile one. */
export function unlikely(values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const strange = fc.constantFrom('__proto__', 'constructor', 'isAdmin', 'userId', 'total', '');
  const changed = fc
    .tuple(values, hostile, strange, fc.nat())
    .map(([value, evil, stray, which]) => {
      const names = [...Object.keys(Object(value)), stray];
      return { ...Object(value), [String(names[which % names.length])]: evil };
    });
  return fc.oneof({ weight: 1, arbitrary: hostile }, { weight: 4, arbitrary: changed });
}

/** The names of what an object of this schema may hold. */
export function fieldsOf(schema: z.core.$ZodType): string[] {
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(fieldsOf);
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}
