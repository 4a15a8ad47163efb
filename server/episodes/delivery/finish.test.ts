import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { emails, podcasts } from '../../base/db/tables.ts';
import { openOutbox } from '../../mail/outbox/outbox.ts';
import { aPodcast } from '../../testing/builders.ts';
import { testDatabase } from '../../testing/postgres.ts';
import { openEpisodeLog } from '../log/episodeLog.ts';
import type { LeasedEpisode, Patch } from '../log/lease.ts';
import { completeEpisode, failEpisode, giveUpEpisode } from './finish.ts';

let postgres: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  postgres = await testDatabase();
});
afterAll(() => postgres.close());

function tools() {
  const { db } = postgres;
  const outbox = openOutbox({ db, mailer: { send: async () => {} }, host: 'duologue.example' });
  const publicUrl = 'https://duologue.example';
  return { db, outbox, publicUrl, supportEmail: 'help@duologue.example' };
}

/** The text of the email about an episode that was given up. */
async function emailAbout(patch: Patch): Promise<string> {
  const { db } = postgres;
  const { id } = await aPodcast(db);
  await db.update(podcasts).set(patch).where(eq(podcasts.id, id));
  await giveUpEpisode(tools(), id, 'A service we depend on kept failing.');
  await giveUpEpisode(tools(), id, 'And again.');
  const about = eq(emails.about, `podcast:${id}`);
  const written = await db.select().from(emails).where(about);
  expect(written.map(({ kind }) => kind)).toEqual(['failed']);
  return written[0]?.content?.text ?? '';
}

const linkIn = (text: string) => new URL(/https:\/\/\S+\/create\S*/.exec(text)?.[0] ?? '');

const made = {
  topic: 'tides',
  voice1: 'a',
  voice2: 'b',
  tone: 'Normal',
  style: 'Conversation',
  duration: '10',
};

it.each<[string, Patch, string, object]>([
  ['was paid for', { amountPaid: 399 }, 'What you paid: $3.99', {}],
  [
    'was free with a code',
    { discountCode: 'OWL', discountAmount: 399 },
    'Your code OWL: Yours again',
    { code: 'OWL' },
  ],
  ['was a free bonus', { discountAmount: 399 }, 'Your free episode: Yours again', { bonus: '1' }],
])(
  'the email about a failed episode that %s says where the money is and links to the filled form',
  async (_how, patch, money, benefits) => {
    const text = await emailAbout(patch);
    expect(text).toContain(money);
    expect(text).toContain('A service we depend on kept failing.');
    expect(Object.fromEntries(linkIn(text).searchParams)).toEqual({ ...made, ...benefits });
  },
);

it('the email about a failed episode goes to the address its buyer corrected meanwhile', async () => {
  const { db } = postgres;
  const { id } = await aPodcast(db);
  const work = (await openEpisodeLog(db).acquire(id)) as LeasedEpisode;
  await db.update(podcasts).set({ email: 'right@example.com' }).where(eq(podcasts.id, id));
  await failEpisode(tools(), work, 'A service we depend on kept failing.');
  const written = await db
    .select()
    .from(emails)
    .where(eq(emails.about, `podcast:${id}`));
  expect(written.map(({ recipient }) => recipient)).toEqual(['right@example.com']);
});

const quality = {
  lengthError: 0,
  loudness: -16,
  truePeak: -1.5,
  talkBalance: 0.4,
  repetition: 0,
  longestMonologue: 20,
  linesAskedAgain: 0,
  novelty: null,
  flags: [],
};

it('a finished episode keeps its wave, and the email about it is written', async () => {
  const { db } = postgres;
  const { id } = await aPodcast(db);
  const work = (await openEpisodeLog(db).acquire(id)) as LeasedEpisode;
  const outline = { title: 'Tides', summary: 'The moon pulls.', sections: [] };
  await db.update(podcasts).set({ outline }).where(eq(podcasts.id, id));
  const wave = { a: [0.5, 0.25], b: [0.5, 0.75], chapters: [0.4] };
  await completeEpisode(tools(), work, {
    outline,
    seconds: 600,
    wave,
    quality,
    audioKey: 'episodes/x/episode.mp3',
    audioBytes: 1000,
    streamBytes: 900,
  });
  const [row] = await db.select().from(podcasts).where(eq(podcasts.id, id));
  expect(row).toMatchObject({ status: 'completed', wave });
  expect(await db.$count(emails, eq(emails.about, `podcast:${id}`))).toBe(1);
});
