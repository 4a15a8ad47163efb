/** Drops what PostgreSQL cannot store: NUL and lone surrogates. */
export const storable = (text: string) => text.replaceAll('\0', '').toWellFormed();

/** What JSON says, in values and in names, as far as it can be stored. Throws as `JSON.parse` does. */
export const parseStorable = (json: string): unknown =>
  JSON.parse(json, (_, value: unknown) => {
    if (typeof value === 'string') return storable(value);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [storable(name), inner]),
    );
  });
