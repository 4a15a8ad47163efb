import { eq, sql } from 'drizzle-orm';
import type { PgInsertValue } from 'drizzle-orm/pg-core';
import { newToken } from '../base/db/newToken.ts';
import type { DbOrTx } from '../base/db/openDatabase.ts';
import {
  orders,
  podcastFacts,
  podcastLines,
  podcastParts,
  podcastSources,
  podcasts,
  previews,
  sources,
} from '../base/db/tables.ts';
import { draftPodcast } from '../episodes/log/draftPodcast.ts';
import type { Patch } from '../episodes/log/lease.ts';

const request = {
  topic: 'tides',
  tone: 'Normal',
  style: 'Conversation',
  duration: 10,
  voice1Id: 'a',
  voice1Name: 'Ann',
  voice2Id: 'b',
  voice2Name: 'Bob',
  email: 'x@example.com',
};

export function aPodcast(db: DbOrTx): Promise<{ id: number; publicId: string }> {
  return draftPodcast(db, request);
}

export async function aFinishedPodcast(db: DbOrTx, userId: number, more: Patch = {}) {
  const { id } = await aPodcast(db);
  return finish(db, id, { userId, ...more });
}

/** Finishes an episode as production does, with two lines, but stores no audio. */
export async function finish(db: DbOrTx, id: number, more: Patch = {}) {
  const [row] = await db
    .update(podcasts)
    .set({
      status: 'completed',
      title: 'Why tides turn',
      summary: 'The moon pulls, the sea follows.',
      outline: {
        title: 'Why tides turn',
        summary: 'The moon pulls, the sea follows.',
        sections: [
          { title: 'The pull', goal: 'Say what pulls', weight: 1 },
          { title: 'The turn', goal: 'Say when it turns', weight: 1 },
        ],
      },
      durationSeconds: 601.4,
      audioBytes: 4_811_200,
      audioKey: sql`'episodes/' || ${podcasts.publicId} || '/episode.mp3'`,
      audioUrl: sql`'/media/' || ${podcasts.publicId} || '/episode.mp3'`,
      startedAt: sql`now()`,
      researchedAt: sql`now()`,
      completedAt: sql`now()`,
      ...more,
    })
    .where(eq(podcasts.id, id))
    .returning();
  if (!row) throw new Error('the episode was not inserted');
  const line = (position: number, speaker: 'A' | 'B', text: string) => ({
    podcastId: id,
    position,
    section: position,
    speaker,
    text,
    state: 'spoken' as const,
    clipKey: `clips/${row.publicId}-${position}.wav`,
    milliseconds: 2000,
    startMilliseconds: position * 2500,
  });
  await db
    .insert(podcastLines)
    .values([line(0, 'A', 'Why do tides turn?'), line(1, 'B', 'Ask the moon.')]);
  return row;
}

/** Which every account has. */
export const smallModels = {
  script: 'gpt-6-luna',
  speech: 'eleven_flash_v2_5',
  format: 'mp3_44100_128',
};

/** Inserts a preview that is being written, as `POST /api/previews` begins it. */
export async function aPreview(
  db: DbOrTx,
  more: Partial<PgInsertValue<typeof previews>> = {},
  draft: Partial<Parameters<typeof draftPodcast>[1]> = {},
) {
  const podcast = await draftPodcast(db, {
    ...request,
    status: 'preview',
    stage: 'writing',
    title: '',
    email: '',
    models: smallModels,
    ...draft,
  });
  const [row] = await db
    .insert(previews)
    .values({
      id: newToken(),
      contentHash: newToken(),
      podcastId: podcast.id,
      lengths: [10],
      ...more,
    })
    .returning();
  if (!row) throw new Error('the preview was not inserted');
  return { ...row, podcastId: podcast.id, publicId: podcast.publicId };
}

/** Writes a title and three read lines, spoken `withSound`, and sets the preview to rest. */
export async function writePreview(db: DbOrTx, podcastId: number, { withSound = false } = {}) {
  const texts = ['What turns the sea?', 'Something pulls.', 'And what pulls harder?'];
  const sound = (position: number) => ({
    state: 'spoken' as const,
    clipKey: `clips/preview-${podcastId}-${position}.wav`,
    milliseconds: 2000,
    startMilliseconds: position * 2500,
  });
  await db.delete(podcastLines).where(eq(podcastLines.podcastId, podcastId));
  await db.insert(podcastLines).values(
    texts.map((text, position) => ({
      podcastId,
      position,
      section: 0,
      speaker: position % 2 ? ('B' as const) : ('A' as const),
      text,
      state: 'read' as const,
      ...(withSound && sound(position)),
    })),
  );
  if (withSound) {
    const part = (number: number, startMilliseconds: number, milliseconds: number) => ({
      podcastId,
      number,
      startMilliseconds,
      milliseconds,
      audioKey: `episodes/preview-${podcastId}/part-${number}.mp3`,
    });
    await db.insert(podcastParts).values([part(1, 0, 2250), part(2, 2250, 4750)]);
    await db.update(previews).set({ seconds: 7 }).where(eq(previews.podcastId, podcastId));
  }
  await db
    .update(podcasts)
    .set({
      stage: 'queued',
      title: 'What turns the sea',
      summary: '',
      linesWritten: texts.length,
      ...(withSound && { linesSpoken: texts.length, millisecondsSpoken: 2000 * texts.length }),
    })
    .where(eq(podcasts.id, podcastId));
}

export const aPlan = {
  title: 'What turns the sea',
  summary: 'The moon pulls, the sea follows.',
  sections: [
    { title: 'The pull', goal: 'Say what pulls', weight: 1 },
    { title: 'The turn', goal: 'Say when it turns', weight: 1 },
  ],
};

type SourceValues = typeof podcastSources.$inferInsert;
type FactValues = typeof podcastFacts.$inferInsert;

/** A web page that an episode has read; its facts are numbered from 10 times its own number. */
export async function aSource(
  db: DbOrTx,
  podcastId: number,
  { number = 1, ...more }: Partial<SourceValues> = {},
  facts: Partial<FactValues>[] = [{}],
): Promise<void> {
  const url = `https://tides.example/${number}`;
  const page = { url, origin: url, title: `Tides, part ${number}`, site: 'tides.example' };
  await db
    .insert(podcastSources)
    .values({ podcastId, number, kind: 'web', published: '2025-03-04', ...page, ...more });
  const values = facts.map((fact, index) => ({
    podcastId,
    source: number,
    number: number * 10 + index,
    text: 'The moon pulls the sea.',
    quote: 'the moon’s pull raises the sea',
    ...fact,
  }));
  if (values.length) await db.insert(podcastFacts).values(values);
}

export async function anAttachedSource(
  db: DbOrTx,
  owner: { id: number } | { visitorKey: string },
  more: Partial<PgInsertValue<typeof sources>> = {},
) {
  const text = 'The moon pulls, and the sea follows.';
  const [row] = await db
    .insert(sources)
    .values({
      id: newToken(),
      ...('id' in owner ? { userId: owner.id } : owner),
      kind: 'text',
      title: text,
      text,
      words: 7,
      contentHash: newToken(),
      ...more,
    })
    .returning();
  if (!row) throw new Error('the source was not inserted');
  return row;
}

export async function aPaidOrder(
  db: DbOrTx,
  userId: number,
  more: Partial<PgInsertValue<typeof orders>> = {},
) {
  const name = `order-${userId}-${more.podcastId ?? 'none'}`;
  const [row] = await db
    .insert(orders)
    .values({
      ...request,
      publicId: name,
      userId,
      listPrice: 399,
      total: 399,
      status: 'paid',
      paidAt: sql`now()`,
      paddleTransactionId: `txn-${name}`,
      ...more,
    })
    .returning();
  if (!row) throw new Error('the order was not inserted');
  return row;
}
