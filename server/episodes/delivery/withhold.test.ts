import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { emails, podcasts } from '../../base/db/tables.ts';
import { openOutbox } from '../../mail/outbox/outbox.ts';
import { aPodcast, finish } from '../../testing/builders.ts';
import { testDatabase } from '../../testing/postgres.ts';
import { openEpisodeLog } from '../log/episodeLog.ts';
import { giveUpEpisode, release, withhold } from './finish.ts';

let postgres: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  postgres = await testDatabase();
});
afterAll(() => postgres.close());

function open() {
  const { db } = postgres;
  const outbox = openOutbox({ db, mailer: { send: async () => {} }, host: 'duologue.example' });
  const house = { publicUrl: 'https://duologue.example', supportEmail: 'help@duologue.example' };
  return {
    db,
    outbox,
    episodeLog: openEpisodeLog(db),
    ...house,
  };
}

const kindsAbout = async (id: number) => {
  const about = eq(emails.about, `podcast:${id}`);
  return (await postgres.db.select().from(emails).where(about)).map(({ kind }) => kind);
};
const statusOf = async (id: number) =>
  (await postgres.db.select().from(podcasts).where(eq(podcasts.id, id)))[0]?.status;

it('a withheld episode is lost to its worker, acquired by no other and not failed', async () => {
  const { db, episodeLog } = open();
  const { id } = await aPodcast(db);
  const work = await episodeLog.acquire(id);
  if (!work) throw new Error('there was nothing to make');
  await withhold(db, id);
  await expect(episodeLog.change(work, { stage: 'speaking' })).rejects.toThrow('lease');
  expect(await episodeLog.acquire(id)).toBeNull();
  await giveUpEpisode(open(), id, 'A service we depend on didn’t come back in time.');
  expect([await statusOf(id), await kindsAbout(id)]).toEqual(['processing', []]);
  await release(open(), db, id);
  expect((await episodeLog.acquire(id))?.podcast.status).toBe('processing');
});

it('an episode withheld before its email was sent is announced once when it is released', async () => {
  const { db, outbox } = open();
  const { id } = await aPodcast(db);
  const outline = { title: 'Tides', summary: 'They turn.', sections: [] };
  await finish(db, id, { outline, durationSeconds: 600 });
  const message = { subject: 'ready', text: 'an old link', html: '' };
  const occasion = { about: `podcast:${id}`, to: 'x@example.com', message };
  await outbox.post(db, { ...occasion, kind: 'ready' });
  await withhold(db, id);
  expect(await kindsAbout(id)).toEqual([]);
  await release(open(), db, id);
  await release(open(), db, id);
  expect(await kindsAbout(id)).toEqual(['ready']);
  const [row] = await db.select().from(podcasts).where(eq(podcasts.id, id));
  const [written] = await db
    .select()
    .from(emails)
    .where(and(eq(emails.about, occasion.about), eq(emails.kind, 'ready')));
  expect(written?.content?.text).toContain(row?.emailToken);
});
