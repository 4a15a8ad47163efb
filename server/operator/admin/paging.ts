import { or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { page } from '../../base/http/pagination.ts';

export type Page = z.output<typeof page>;

export type Paged<Name extends string, Item> = Record<Name, Item[]> & {
  nextCursor: string | null;
};

/** Takes rows that were queried with `limit + 1`. */
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
