import { and, desc, eq, inArray, notExists, or, sql } from 'drizzle-orm';
import type { Sample, SampleList } from '#shared/samples.ts';
import type { Voice } from '#shared/voices.ts';
import type { Db, DbOrTx } from '../../base/db/openDatabase.ts';
import { writeSetting } from '../../base/db/settings.ts';
import { orders, podcasts, settings, voiceStates } from '../../base/db/tables.ts';
import { log } from '../../base/kit/log.ts';
import { draftPodcast } from '../../episodes/log/draftPodcast.ts';
import type { PodcastRow } from '../../episodes/log/lease.ts';
import { withWaves } from '../../episodes/log/timeline.ts';
import type { Queue } from '../run/episodeQueue.ts';
import { type Casting, castHosts, FIRST_SAMPLES, SAMPLE_MINUTES } from './first.ts';

interface SamplesTools {
  db: Db;
  queue: Pick<Queue, 'enqueue'>;
  voices: { list(): Promise<Voice[]> };
  /** Null without a real account. Demos from before its first sample are a stand-in's. */
  realSettings: string | null;
}

const SHOWN = 12;
const MADE = 'first_samples';

export type Samples = ReturnType<typeof openSamples>;

export function openSamples({ db, queue, voices, realSettings }: SamplesTools) {
  const isShown = realSettings
    ? sql`${podcasts.createdAt} >= (select min(${voiceStates.sampledAt}) from ${voiceStates}
        where split_part(${voiceStates.settings}, '/', 1) = split_part(${realSettings}, '/', 1))`
    : undefined;
  const demos = and(eq(podcasts.isSample, true), isShown);

  async function findMissing(tx: DbOrTx): Promise<Casting[]> {
    const ordered = tx
      .select({ id: orders.id })
      .from(orders)
      .where(eq(orders.podcastId, podcasts.id));
    const made = await tx
      .select({ topic: podcasts.topic })
      .from(podcasts)
      .where(
        and(
          // A demo that an admin removed is an episode without an order.
          or(eq(podcasts.isSample, true), and(eq(podcasts.email, ''), notExists(ordered))),
          isShown,
          inArray(podcasts.status, ['processing', 'completed']),
        ),
      );
    const topics = new Set(made.map(({ topic }) => topic));
    return FIRST_SAMPLES.filter(({ topic }) => !topics.has(topic));
  }

  async function order(tx: DbOrTx, castings: Casting[], catalogue: Voice[]): Promise<void> {
    for (const { hosts, ...brief } of castings) {
      const [first, second] = castHosts(hosts, catalogue);
      const { id } = await draftPodcast(tx, {
        ...brief,
        duration: SAMPLE_MINUTES,
        voice1Id: first.id,
        voice1Name: first.name,
        voice2Id: second.id,
        voice2Name: second.name,
        email: '',
        isSample: true,
      });
      await queue.enqueue(tx, id, { after: 'orders' });
    }
  }

  return {
    async list(): Promise<SampleList> {
      // Counted first: a demo that is finished meanwhile is then in both. The other way round it
      // would be in neither, and pages would keep a list without it.
      const recording = await db.$count(podcasts, and(demos, eq(podcasts.status, 'processing')));
      const rows = await db
        .select()
        .from(podcasts)
        .where(and(demos, eq(podcasts.status, 'completed')))
        .orderBy(desc(podcasts.id))
        .limit(SHOWN);
      return { samples: (await withWaves(db, rows)).map(present), recording };
    },

    /** Once per installation. Demos have no order, no buyer and no email. */
    async makeFirst(): Promise<void> {
      // Every later start ends here; the unique key below decides.
      if (await db.$count(settings, eq(settings.name, MADE))) return;
      const catalogue = await voices.list();
      await db.transaction(async (tx) => {
        // A second instance waits here for the first one's commit, and then has nothing to do.
        const claimed = await tx
          .insert(settings)
          .values({ name: MADE, value: sql`now()` })
          .onConflictDoNothing()
          .returning();
        if (!claimed.length || (await tx.$count(podcasts, eq(podcasts.isSample, true)))) return;
        await order(tx, FIRST_SAMPLES, catalogue);
        log.info({ samples: FIRST_SAMPLES.length }, 'producing the first demos');
      });
    },

    /** A stand-in's demo counts as missing; one that an admin removed does not. */
    countMissing: async () => (await findMissing(db)).length,

    async makeMissing(): Promise<number> {
      const catalogue = await voices.list();
      return db.transaction(async (tx) => {
        // A second caller waits at this row, and then sees what the first one has ordered.
        await writeSetting(tx, MADE, sql`now()`);
        const missing = await findMissing(tx);
        await order(tx, missing, catalogue);
        return missing.length;
      });
    },
  };
}

/** Leaves out everything about the owner. */
function present(row: PodcastRow): Sample {
  const media = (name: string) => `/media/${row.shareToken}/${name}`;
  return {
    token: row.shareToken,
    title: row.title,
    summary: row.summary,
    topic: row.topic,
    tone: row.tone,
    style: row.style,
    voice1Id: row.voice1Id,
    voice1Name: row.voice1Name,
    voice2Id: row.voice2Id,
    voice2Name: row.voice2Name,
    durationSeconds: row.durationSeconds ?? row.duration * 60,
    wave: row.wave,
    audioUrl: media('episode.mp3'),
    transcriptUrl: media('transcript.json'),
    coverUrl: media('cover.jpg'),
  };
}
