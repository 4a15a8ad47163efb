import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseBefore } from '../testing/postgres.ts';

/* The migration that renames tables and columns: what it makes of old rows, and the old release on it. */

const PODCAST = `title, topic, tone, style, duration, voice1_id, voice1_name, voice2_id, voice2_name, email`;
const VALUES = `'', '', '', '', 10, '', '', '', '', ''`;

let database: Awaited<ReturnType<typeof databaseBefore>>;
let before: Record<string, unknown[]>;
beforeAll(async () => {
  database = await databaseBefore('plain_names');
  await database.pool.query(`
    insert into users (email, username, auth_provider, email_proven_by)
    select way || provider, way || provider, provider, nullif(way, 'none')
    from unnest(array['none', 'letter', 'reset', 'google', 'demo']) as way,
      unnest(array['local', 'google']) as provider;
    insert into podcasts (public_id, share_token, status, stage, ${PODCAST})
    select status || stage, status || stage, status, stage, ${VALUES}
    from unnest(array['processing', 'completed', 'failed', 'deleted']) as status,
      unnest(array['queued', 'writing', 'speaking', 'mastering', 'publishing', 'telling']) as stage;
    insert into podcast_lines (podcast_id, position, section, speaker, text, state)
    select 1, row_number() over (), 0, speaker, '', state
    from unnest(array['A', 'B']) as speaker, unnest(array['written', 'spoken', 'dropped']) as state;
    insert into orders (public_id, status, refund_reason, perks_returned_at, list_price, total, ${PODCAST.slice(7)})
    select status || reason, status, nullif(reason, 'none'), to_timestamp(7), 399, 399, ${VALUES.slice(4)}
    from unnest(array['open', 'paid', 'expired', 'refund_pending', 'refunded']) as status,
      unnest(array['none', 'failed', 'length', 'support', 'discount']) as reason;
    insert into adjustments (id, transaction_id, action, type, status, changed_at)
    select type || status, 't', 'refund', type, status, now()
    from unnest(array['full', 'partial']) as type,
      unnest(array['pending_approval', 'approved', 'rejected', 'reversed']) as status;
    insert into provider_circuits (provider, state, reason, message, episodes)
    select state || reason, state, reason, 'away', '{7,8}'
    from unnest(array['closed', 'open', 'half-open']) as state, unnest(array['away', 'refused']) as reason;
    insert into script_limits (quota, kind, "limit", remaining, full_in, heard_at)
    select 'q', kind, 1, 1, 1, to_timestamp(7) from unnest(array['requests', 'tokens']) as kind;
    insert into voice_samples (voice_id, settings, heard_at) values ('v', 's', to_timestamp(7));
    insert into letters (about, kind, recipient, message_id) values ('user:1', 'welcome', 'a@x', '<1>')`);
  before = await oldRows();
  await database.migrate();
});
afterAll(() => database.close());

const rows = async (statement: string, values?: unknown[]) =>
  (await database.pool.query(statement, values)).rows;

/** Every row as the old release reads it. */
async function oldRows(): Promise<Record<string, unknown[]>> {
  const all: Record<string, unknown[]> = {};
  for (const statement of [
    'select email, auth_provider, email_proven_by from users order by id',
    `select share_token, letter_token, status, replace(stage, 'telling', 'emailing') from podcasts order by id`,
    'select speaker, state from podcast_lines order by position',
    'select status, refund_reason, perks_returned_at from orders order by id',
    'select * from adjustments order by id',
    'select * from provider_circuits order by provider',
    'select * from script_limits order by kind',
    'select * from voice_samples',
    'select * from letters order by id',
  ]) {
    all[statement] = await rows(statement);
  }
  return all;
}

test('after the migration the old release still reads every row of every state', async () => {
  expect(await oldRows()).toEqual(before);
});

test('after the migration the new columns have the old values', async () => {
  expect(await rows(`select 1 from podcasts where letter_token <> email_token`)).toEqual([]);
  expect(await rows(`select distinct email_verified_by as way from users order by way`)).toEqual([
    { way: 'demo' },
    { way: 'email' },
    { way: 'google' },
    { way: 'reset' },
    { way: null },
  ]);
  expect(await rows('select distinct benefits_returned_at as at from orders')).toEqual([
    { at: new Date(7000) },
  ]);
});

describe('on the new tables the old release', () => {
  test('writes an email once, sends it under its lease and changes its address', async () => {
    const insert = `
      insert into "letters" ("id", "about", "kind", "recipient", "message_id", "content", "attempts",
        "refusals", "next_attempt_at", "sent_at", "bounce", "created_at")
      values (default, 'podcast:9', 'ready', 'a@x', $1, '{}', default, default, default, default,
        default, default) on conflict do nothing`;
    await rows(insert, ['<2>']);
    await rows(insert, ['<3>']);
    await rows(
      `update "letters" set "recipient" = 'b@x' where "letters"."about" in ('podcast:9')
        and "letters"."sent_at" is null`,
    );
    const leased = await rows(`
      update "letters" set "attempts" = "letters"."attempts" + 1, "next_attempt_at" = now()
      where "letters"."id" = (select id from letters where sent_at is null and about = 'podcast:9'
        order by attempts, next_attempt_at limit 1 for update skip locked)
      returning "id", "attempts", "recipient"`);
    expect(leased).toEqual([{ id: expect.any(Number), attempts: 1, recipient: 'b@x' }]);
    await rows(
      `update "letters" set "sent_at" = now(), "content" = null where "id" = ${leased[0].id}`,
    );
    expect(
      await rows(
        `select message_id, content from emails where about = 'podcast:9' and sent_at is not null`,
      ),
    ).toEqual([{ message_id: '<2>', content: null }]);
  });

  test('opens, reads and closes a circuit', async () => {
    const note = (episode: string) =>
      rows(
        `insert into "provider_circuits" ("provider", "state", "reason", "message", "episodes", "failing_since",
          "failed_at", "opened_at", "half_open_at", "probes", "next_probe_at")
        values ('S3', default, default, 'away', $1, default, default, default, default, default, default)
        on conflict ("provider") do update set
          "episodes" = "provider_circuits"."episodes" || excluded.episodes, "failed_at" = now()
        returning "episodes", "state"`,
        [[episode]],
      );
    await note('1');
    expect(await note('2')).toEqual([{ episodes: ['1', '2'], state: 'closed' }]);
    expect(
      await rows(`select failing_subjects from circuit_breakers where provider = 'S3'`),
    ).toEqual([{ failing_subjects: ['1', '2'] }]);
    await rows(`delete from "provider_circuits" where "provider" = 'S3'`);
    expect(await rows(`select 1 from circuit_breakers where provider = 'S3'`)).toEqual([]);
  });

  test('keeps rate limits and voice samples', async () => {
    await rows(`
      insert into "script_limits" ("quota", "kind", "limit", "remaining", "full_in", "heard_at")
      values ('q', 'tokens', 2, 2, 2, to_timestamp(8))
      on conflict ("quota", "kind") do update set "heard_at" = to_timestamp(8), "limit" = 2`);
    await rows(`
      insert into "voice_samples" ("voice_id", "settings", "heard_at", "failed_at", "reason", "end_announced")
      values ('v', 's', to_timestamp(8), default, default, default)
      on conflict ("voice_id", "settings") do update set "heard_at" = to_timestamp(8)
      where "voice_samples"."heard_at" is not null`);
    expect(
      await rows(`select received_at as at from script_rate_limits where kind = 'tokens'
        union all select sampled_at from voice_states`),
    ).toEqual([{ at: new Date(8000) }, { at: new Date(8000) }]);
  });

  test('creates an episode, publishes it and replaces its links', async () => {
    const [made] = await rows(`
      insert into podcasts (public_id, share_token, letter_token, ${PODCAST})
      values ('new', 'new', default, ${VALUES}) returning id, letter_token`);
    const stored = () => rows(`select email_token, stage from podcasts where id = ${made.id}`);
    expect(await stored()).toEqual([{ email_token: made.letter_token, stage: 'queued' }]);
    await rows(`update podcasts set stage = 'telling', status = 'completed' where id = ${made.id}`);
    await rows(`update podcasts set letter_token = 'replaced' where id = ${made.id}`);
    expect(await stored()).toEqual([{ email_token: 'replaced', stage: 'emailing' }]);
  });

  test('verifies an address, and reads what the new release verified', async () => {
    await rows(`insert into users (email, username, email_proven_by) values ('g', 'g', 'google')`);
    await rows(`insert into users (email, username) values ('o', 'o'), ('n', 'n')`);
    await rows(
      `update users set email_proven_by = coalesce(email_proven_by, 'letter') where email in ('g', 'o')`,
    );
    await rows(`update users set email_verified_by = 'email' where email = 'n'`);
    expect(
      await rows(`select email, email_proven_by as old, email_verified_by as new from users
        where email in ('g', 'n', 'o') order by email`),
    ).toEqual([
      { email: 'g', old: 'google', new: 'google' },
      { email: 'n', old: 'letter', new: 'email' },
      { email: 'o', old: 'letter', new: 'email' },
    ]);
  });

  test('returns benefits, and sees those that the new release returned', async () => {
    await rows(`update orders set perks_returned_at = null`);
    expect(await rows('select 1 from orders where benefits_returned_at is not null')).toEqual([]);
    await rows(`update orders set perks_returned_at = to_timestamp(8) where status = 'paid'`);
    await rows(`update orders set benefits_returned_at = to_timestamp(8) where status = 'open'`);
    expect(
      await rows(`select distinct status, benefits_returned_at = perks_returned_at as alike from orders
        where perks_returned_at is not null order by status`),
    ).toEqual([
      { status: 'open', alike: true },
      { status: 'paid', alike: true },
    ]);
  });
});

test.each([
  ['users', 'auth_provider'],
  ['users', 'email_verified_by'],
  ['podcasts', 'status'],
  ['podcasts', 'stage'],
  ['podcast_lines', 'speaker'],
  ['podcast_lines', 'state'],
  ['orders', 'status'],
  ['orders', 'refund_reason'],
  ['adjustments', 'type'],
  ['adjustments', 'status'],
  ['circuit_breakers', 'state'],
  ['circuit_breakers', 'reason'],
  ['script_rate_limits', 'kind'],
])("the database refuses 'payed' in %s.%s", async (table, column) => {
  await expect(rows(`update ${table} set ${column} = 'payed'`)).rejects.toMatchObject({
    code: '23514',
    constraint: `${table}_${column}_check`,
  });
});
