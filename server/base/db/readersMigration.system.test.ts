import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseBefore } from '../../testing/postgres.ts';

/* Lines as an earlier version kept them, and what the migration that brought their readers makes of them. */

let database: Awaited<ReturnType<typeof databaseBefore>>;
beforeAll(async () => {
  database = await databaseBefore('readers');
  const { pool } = database;
  await pool.query(`
    insert into podcasts (id, public_id, share_token, title, topic, tone, style, duration, voice1_id,
      voice1_name, voice2_id, voice2_name, email, status)
    select id, 'p' || id, 's' || id, '', '', '', '', 10, '', '', '', '', '', 'completed'
    from (values (1), (2)) as of(id)`);
  await pool.query(`
    insert into podcast_sources (podcast_id, number, kind, origin, title)
    values (1, 1, 'web', 'https://tides.example', 'Tides'), (2, 1, 'web', 'https://cats.example', 'Cats')`);
  await pool.query(`
    insert into podcast_facts (podcast_id, number, source, text, quote)
    values (1, 10, 1, 'First.', 'the first'), (1, 11, 1, 'Second.', 'the second'),
      (2, 10, 1, 'Of cats.', 'a cat')`);
  await pool.query(`
    insert into podcast_lines (podcast_id, position, section, speaker, text, state, basis, facts)
    select 1, position, 0, 'A', 'x', state, basis, facts::int[]
    from (values
      (0, 'spoken', 'fact', '{11,10}'),
      (1, 'written', 'inference', '{10}'),
      (2, 'dropped', 'opinion', '{10}'),
      (3, 'spoken', 'fact', '{}'),
      (4, 'spoken', 'fact', '{99}'),
      (5, 'spoken', null, '{}')
    ) as of(position, state, basis, facts)`);
  await database.migrate();
});
afterAll(() => database.close());

async function linesNow(columns: string): Promise<unknown[][]> {
  const { rows } = await database.pool.query({
    text: `select ${columns} from podcast_lines order by position`,
    rowMode: 'array',
  });
  return rows;
}

test('after the migration a line has the quote of its first fact as its receipt, and an opinion none', async () => {
  expect(await linesNow('source_words')).toEqual(
    ['the second', 'the first', null, null, null, null].map((words) => [words]),
  );
});

test('after the migration a line that waits for its voice waits for no reader', async () => {
  expect(await linesNow('state')).toEqual(
    ['spoken', 'read', 'dropped', 'spoken', 'spoken', 'spoken'].map((state) => [state]),
  );
});
