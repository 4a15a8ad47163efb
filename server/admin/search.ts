import { or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/**
 * True if one of the columns contains the text, ignoring case; no condition for an empty text.
 * strpos takes it literally: unlike LIKE it has no wildcards to escape.
 */
export function anyHolds(text: string, ...columns: SQLWrapper[]): SQL | undefined {
  if (!text) return undefined;
  return or(...columns.map((column) => sql`strpos(lower(${column}), lower(${text})) > 0`));
}
