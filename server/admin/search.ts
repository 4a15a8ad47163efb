import { or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/**
 * True where one of the columns holds the text, in any case; no condition for an empty text.
 * strpos takes it as it is: unlike LIKE it knows no wildcards that would need escaping.
 */
export function anyHolds(text: string, ...columns: SQLWrapper[]): SQL | undefined {
  if (!text) return undefined;
  return or(...columns.map((column) => sql`strpos(lower(${column}), lower(${text})) > 0`));
}
