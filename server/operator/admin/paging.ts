import { and, desc, lt, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { PgColumn, PgSelect } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import type { page } from '../../base/http/pagination.ts';

export type Page = z.output<typeof page>;

/** The rows of one page and one more, which says whether another page follows. */
export const newestFirst = <Query extends PgSelect>(
  query: Query,
  id: PgColumn,
  { cursor, limit }: Page,
  filter?: SQL,
) =>
  query
    .where(and(filter, cursor === null ? undefined : lt(id, cursor)))
    .orderBy(desc(id))
    .limit(limit + 1);

/** Takes one row more than `limit`, if there are as many. */
export function pageOf<Row>(rows: Row[], limit: number, idOf: (row: Row) => number | string) {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { page, nextCursor: last && rows.length > limit ? String(idOf(last)) : null };
}

export const iso = (time: Date | null): string | null => time?.toISOString() ?? null;

/** Ignores case. Unlike LIKE, strpos has no wildcards to escape. */
export function anyHolds(text: string, ...columns: SQLWrapper[]): SQL | undefined {
  if (!text) return undefined;
  return or(...columns.map((column) => sql`strpos(lower(${column}), lower(${text})) > 0`));
}
