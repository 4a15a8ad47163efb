/** Drops what PostgreSQL cannot store: NUL and lone surrogates. */
export const storable = (text: string) => text.replaceAll('\0', '').toWellFormed();

/** Parses JSON and makes names and values storable. Throws as `JSON.parse` does. */
export const parseStorable = (json: string): unknown =>
  JSON.parse(json, (_, value: unknown) => {
    if (typeof value === 'string') return storable(value);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [storable(name), inner]),
    );
  });
