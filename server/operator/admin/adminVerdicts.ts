import { and, count, inArray, isNotNull, sql } from 'drizzle-orm';
import type { AdminPodcast, Figures } from '#shared/admin.ts';
import type { Db } from '../../base/db/openDatabase.ts';
import { verdicts } from '../../base/db/tables.ts';

type Verdicts = AdminPodcast['verdicts'];

export const NO_VERDICTS: Verdicts = { yes: 0, no: 0, notes: [] };

/** Notes shown per episode: a link that is passed around may bring many. */
const NOTES_SHOWN = 20;

const yes = count(sql`case when ${verdicts.isRight} then 1 end`);
const no = count(sql`case when not ${verdicts.isRight} then 1 end`);

export async function countVerdicts(db: Db): Promise<Figures['verdicts']> {
  const [counts] = await db.select({ yes, no }).from(verdicts);
  return counts ?? { yes: 0, no: 0 };
}

export async function verdictsOf(db: Db, podcastIds: number[]): Promise<Map<number, Verdicts>> {
  const { podcastId } = verdicts;
  const counts = await db
    .select({ podcastId, yes, no })
    .from(verdicts)
    .where(inArray(podcastId, podcastIds))
    .groupBy(podcastId);
  const place = sql<number>`row_number() over (partition by ${podcastId} order by ${verdicts.id} desc)`;
  const noted = db
    .select({ podcastId, note: verdicts.note, saidAt: verdicts.saidAt, place: place.as('place') })
    .from(verdicts)
    .where(and(inArray(podcastId, podcastIds), isNotNull(verdicts.note)))
    .as('noted');
  const rows = await db
    .select()
    .from(noted)
    .where(sql`${noted.place} <= ${NOTES_SHOWN}`)
    .orderBy(noted.podcastId, noted.place);
  const notes = Map.groupBy(rows, (row) => row.podcastId);
  return new Map(
    counts.map((counted) => [
      counted.podcastId,
      {
        yes: counted.yes,
        no: counted.no,
        notes: (notes.get(counted.podcastId) ?? []).map(({ note, saidAt }) => ({
          text: note ?? '',
          saidAt: saidAt.toISOString(),
        })),
      },
    ]),
  );
}
