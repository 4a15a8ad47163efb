/** Drops what PostgreSQL cannot store: NUL and lone surrogates. */
export const storable = (text: string) => text.replaceAll('\0', '').toWellFormed();
