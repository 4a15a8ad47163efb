import fc from 'fast-check';
import { z } from 'zod';

type Json = { [key: string]: unknown };

/** Values that the schema mostly accepts: they fit its shape, types and limits, not every rule. */
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
  if (format === 'date') return fc.date({ noInvalidDate: true }).map(isoDayOf);
  if (format === 'date-time') {
    return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  }
  const size = { minLength: Number(minLength), maxLength: Math.min(Number(maxLength), 1000) };
  return fc.oneof(
    fc.string({ unit: 'grapheme', ...size }),
    fc.string({ unit: 'binary', size: 'max', ...size }),
  );
}

const isoDayOf = (date: Date) => date.toISOString().slice(0, 10);

/** Values that our forms never send. */
export const nasty: unknown[] = [
  '',
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
  ['a\0b'],
  { 'a\0b': 1 },
  { a: [{ b: '\ud800' }] },
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

export function unlikely(values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const strange = fc.constantFrom('__proto__', 'constructor', 'isAdmin', 'userId', 'total', '');
  const changed = fc
    .tuple(values, hostile, strange, fc.nat())
    .map(([value, evil, extraName, which]) => {
      const names = [...Object.keys(Object(value)), extraName];
      return { ...Object(value), [String(names[which % names.length])]: evil };
    });
  return fc.oneof({ weight: 1, arbitrary: hostile }, { weight: 4, arbitrary: changed });
}

type Put = (value: unknown) => Json;

/** Returns a `Put` for each place in such bodies, however deep; the rest is the example's. */
export const placesIn = (schema: z.ZodType, example: object): Put[] =>
  wholesOf(schema)
    .flatMap((whole) => Object.entries(Object(whole)))
    .flatMap(([name, value]) => placesInside({ [name]: value }))
    .map((put) => (value) => ({ ...example, ...put(value) }));

function wholesOf(schema: z.ZodType): unknown[] {
  const whole = z.toJSONSchema(schema, { io: 'input' }) as Json & { anyOf?: Json[] };
  return (whole.anyOf ?? [whole]).map(filled);
}

function placesInside(whole: unknown): Put[] {
  return Object.entries(Object(whole)).flatMap(([name, inner]) => {
    const put = (value: unknown) =>
      Object.assign(Array.isArray(whole) ? [...whole] : { ...Object(whole) }, { [name]: value });
    const deeper = typeof inner === 'object' ? placesInside(inner) : [];
    return [
      put,
      ...deeper.map(
        (within): Put =>
          (value) =>
            put(within(value)),
      ),
    ];
  });
}

/** Returns a value with every field set and one entry in each list. */
function filled(schema: Json): unknown {
  const { anyOf, properties, items } = schema as {
    anyOf?: Json[];
    properties?: Record<string, Json>;
    items?: Json;
  };
  if ('const' in schema) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if (anyOf?.[0]) return filled(anyOf[0]);
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(properties ?? {}).map(([name, field]) => [name, filled(field)]),
      );
    case 'array':
      return [filled(items ?? {})];
    case 'string':
      return 'a'.repeat(Number(schema.minLength ?? 1));
    case 'boolean':
      return true;
    default:
      return Number(schema.minimum ?? 1);
  }
}

/** Whether PostgreSQL cannot store the value or anything inside it. */
export function isUnstorable(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed();
  return (
    typeof value === 'object' && value !== null && Object.entries(value).flat().some(isUnstorable)
  );
}
