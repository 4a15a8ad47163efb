import { setTimeout as pause } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { Problem } from '#shared/problem.ts';
import { PAID } from '../../server/base/bounds/fairQueue.ts';
import { newToken } from '../../server/base/db/newToken.ts';
import { readSetting, writeSetting } from '../../server/base/db/settings.ts';
import { podcasts } from '../../server/base/db/tables.ts';
import { draftPodcast } from '../../server/episodes/log/draftPodcast.ts';
import type { PodcastRow } from '../../server/episodes/log/lease.ts';
import { restart } from '../../server/episodes/log/restart.ts';
import { attachSource } from '../../server/episodes/sources/sources.ts';
import { NotRead, type NotReadReason } from '../../server/reading/web/notRead.ts';
import type { Production } from '../withProduction.ts';
import { chooseVoices } from './chooseVoices.ts';
import { Ending } from './ending.ts';
import type { EpisodeOptions } from './readArguments.ts';

/** Reasons why a link cannot be read now but may be later. */
const AWAY: NotReadReason[] = ['not-reachable', 'too-slow'];

export const orderName = ({ hash }: Pick<EpisodeOptions, 'hash'>) => `episode ${hash}`;

/**
 * Returns the episode that was begun with the same arguments, also a finished one; otherwise, and
 * with `--new`, drafts another, which nobody gets an email about. One that failed is tried again
 * with all that was bought for it. The caller must keep others from asking for the same.
 */
export async function findOrder(
  production: Production,
  options: EpisodeOptions,
  signal: AbortSignal,
): Promise<{ podcast: PodcastRow; isResumed: boolean }> {
  const { db } = production;
  const known = options.isNew ? null : await readSetting(db, orderName(options));
  const begun = known === null ? null : await rowOf(production, known);
  if (begun && begun.status !== 'deleted') {
    if (begun.status === 'failed') {
      await db.transaction((tx) => restart(tx, begun.id, { isGift: false }));
    }
    return { podcast: begun, isResumed: true };
  }
  const draft = await draftOf(production, options, signal);
  const publicId = await db.transaction(async (tx) => {
    const drafted = await draftPodcast(tx, draft);
    await writeSetting(tx, orderName(options), drafted.publicId);
    return drafted.publicId;
  });
  const podcast = await rowOf(production, publicId);
  if (!podcast) throw new Error('the episode is not in the database');
  return { podcast, isResumed: false };
}

export async function rowOf({ db }: Pick<Production, 'db'>, publicId: string) {
  const [row] = await db.select().from(podcasts).where(eq(podcasts.publicId, publicId));
  return row;
}

async function draftOf(production: Production, options: EpisodeOptions, signal: AbortSignal) {
  const { models, voices, moderator } = production;
  // Both cost nothing, and show whether the keys are good.
  const set = await models.refresh(signal);
  if ((await moderator.moderate(options.topic, signal)) === 'refused') {
    throw new Ending('failed', 'We can’t make an episode about this topic. Choose another.');
  }
  const [one, two] = chooseVoices(options, await voices.list());
  const owner = { visitorKey: newToken() };
  const attached: string[] = [];
  for (const { name, given } of options.sources) {
    const asked = { share: PAID, given, gone: signal };
    const { source } = await attachSource(production, owner, asked).catch((error: unknown) => {
      if (!(error instanceof Problem) || error.code !== 'source_refused') throw error;
      const isAway = error.cause instanceof NotRead && AWAY.includes(error.cause.reason);
      throw new Ending(isAway ? 'later' : 'wrong', `--source ${name}: ${error.message}`);
    });
    attached.push(source.id);
  }
  return {
    topic: options.topic,
    tone: options.tone,
    style: options.style,
    duration: options.minutes,
    voice1Id: one.id,
    voice1Name: one.name,
    voice2Id: two.id,
    voice2Name: two.name,
    models: set,
    sources: [...new Set(attached)],
    email: '',
  };
}

/** A command that was killed a moment ago may seem to run for this long, ms. */
const PATIENCE = 5_000;
const POLL_EVERY = 250;

/** The lock is that of a PostgreSQL connection: it ends with this process, however that ends. */
export async function holdOrder<T>(
  { pool }: Pick<Production, 'pool'>,
  options: Pick<EpisodeOptions, 'hash'>,
  work: () => Promise<T>,
): Promise<T> {
  const connection = await pool.connect();
  const name = orderName(options);
  const isOurs = async () => {
    const text = 'select pg_try_advisory_lock(hashtextextended($1, 0)) as held';
    return (await connection.query<{ held: boolean }>(text, [name])).rows[0]?.held === true;
  };
  try {
    const until = performance.now() + PATIENCE;
    while (!(await isOurs())) {
      if (performance.now() > until) {
        throw new Ending(
          'later',
          'Another command is making this very episode: wait for it, or start another with --new.',
        );
      }
      await pause(POLL_EVERY);
    }
    return await work();
  } finally {
    // Closed, not handed back, which frees the lock.
    connection.release(true);
  }
}
