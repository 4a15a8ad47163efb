import { createHash } from 'node:crypto';
import { eq, lt, sql } from 'drizzle-orm';
import type { Brief } from '#shared/brief.ts';
import { Problem } from '#shared/problem.ts';
import { isFeatureOn } from '../../base/db/featureSwitches.ts';
import { newToken } from '../../base/db/newToken.ts';
import type { Db } from '../../base/db/openDatabase.ts';
import { briefs } from '../../base/db/tables.ts';
import { log } from '../../base/kit/log.ts';
import { ProviderFailure } from '../../base/kit/provider.ts';
import type { Costs } from '../../supply/costs/costs.ts';
import type {
  BriefReader,
  Moderator,
  TypedTopic,
  Usage,
} from '../../writing/script/scriptWriter.ts';

/** A buyer who has typed a topic waits no longer than this, ms. */
const DEADLINE = 5_000;
/** The privacy page says so. */
const KEPT_DAYS = 30;

export interface BriefTools {
  db: Db;
  briefReader(): Promise<BriefReader>;
  moderator: Moderator;
  costs: Pick<Costs, 'record' | 'isCapReached'>;
}

/**
 * Reads a topic once, whoever asks, for the same titles of sources. Throws
 * `Problem('topic_refused')`, and `'unavailable'`: an order needs no brief.
 */
export async function readTopic(tools: BriefTools, typed: TypedTopic): Promise<Brief> {
  const deadline = AbortSignal.timeout(DEADLINE);
  try {
    return await readWithin(tools, typed, deadline);
  } catch (error) {
    if (!(error instanceof ProviderFailure) && !deadline.aborted) throw error;
    log.warn({ err: error }, 'a topic could not be read');
    throw unavailable();
  }
}

async function readWithin(
  { db, briefReader, moderator, costs }: BriefTools,
  typed: TypedTopic,
  signal: AbortSignal,
): Promise<Brief> {
  if (!(await isFeatureOn(db, 'briefs'))) throw unavailable();
  const reader = await briefReader();
  const contentHash = hashTopic(reader.model, typed);
  const [known] = await db.select().from(briefs).where(eq(briefs.contentHash, contentHash));
  if (known) return { id: known.id, ...known.brief };
  // Briefs stop at half of the daily cap, so that they never keep anybody from ordering.
  if (await costs.isCapReached(0.5)) throw unavailable();
  const text = [typed.topic, ...typed.sources].join('\n');
  if ((await moderator.moderate(text, signal)) !== 'allowed') throw refused();
  const bills: Promise<void>[] = [];
  const pay = (usage: Usage) =>
    void bills.push(costs.record(null, { provider: 'OpenAI', ...usage }));
  try {
    const { questions, ...about } = await reader.read(typed, signal, pay);
    const brief = {
      ...about,
      questions: questions.map((text, index) => ({ id: `q${index + 1}`, text })),
      notice: about.language === 'en' ? null : 'We’ll talk about it in English.',
    };
    const row = { id: newToken(), contentHash, brief };
    // Of two concurrent readings the first one wins, so that both get the same id.
    const [kept] = await db
      .insert(briefs)
      .values(row)
      .onConflictDoUpdate({ target: briefs.contentHash, set: { contentHash } })
      .returning();
    return { id: kept?.id ?? row.id, ...(kept?.brief ?? brief) };
  } finally {
    await Promise.all(bills);
  }
}

export const forgetBriefs = (db: Db) =>
  db.delete(briefs).where(lt(briefs.createdAt, sql`now() - make_interval(days => ${KEPT_DAYS})`));

/** JSON keeps a topic from being taken for another one with titles. */
const hashTopic = (model: string, { topic, sources }: TypedTopic) =>
  createHash('sha256')
    .update(JSON.stringify([model, topic, ...sources]))
    .digest('hex');

const unavailable = () =>
  new Problem('unavailable', 'We couldn’t read the topic just now. You can order anyway.');
const REFUSED = 'We can’t make an episode about this topic. Please choose another';
const refused = () => new Problem('topic_refused', REFUSED, { topic: REFUSED });
