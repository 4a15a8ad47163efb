import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../testing/postgres.ts';
import { users } from '../db/tables.ts';
import { describeError } from './log.ts';
import { ProviderFailure } from './provider.ts';

/** Spans two lines, as an email does, and holds what a text replacement could trip over. */
const hash = 'canary-hash\n    at $& the end';
const email = 'ann.canary@example.com';

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const written = (error: unknown) => JSON.stringify(describeError(error));
const failureOf = (statement: Promise<unknown>) =>
  statement.then(
    () => null,
    (error) => error,
  );

describe('failed SQL statement', () => {
  it('a failed SQL statement is logged with its text, place and cause, without values', async () => {
    const ann = { email, username: 'ann', passwordHash: hash };
    await database.db.insert(users).values(ann);
    const failure = await failureOf(database.db.insert(users).values(ann));
    // What the error itself would reveal.
    expect(failure.message).toContain(hash);
    expect(failure.cause.detail).toContain(email);
    const text = written(failure);
    expect(text).not.toContain('canary');
    expect(text).toContain('insert into \\"users\\"');
    expect(text).toMatch(/"code":"23505".*"constraint":"users_/);
    expect(text).toContain('log.test.ts');
  });

  it('a failed SQL statement inside another error is logged without values', async () => {
    const statement = database.db
      .select()
      .from(users)
      .where(eq(users.id, 'canary' as never));
    const failure = await failureOf(statement);
    const outer = new Error('the shelf is gone', { cause: new AggregateError([failure], 'both') });
    const text = written(outer);
    expect(text).toContain('the shelf is gone');
    expect(text).toContain('Failed query: select');
    expect(text).not.toContain('params');
  });
});

describe('logged error', () => {
  it('a provider error is logged with the provider and the kind of trouble', () => {
    const cause = Object.assign(new Error('socket hang up'), {
      code: 'ECONNRESET',
      body: 'secret',
    });
    const failure = new ProviderFailure('OpenAI', 'busy', 'no answer', { retryAfter: 500, cause });
    expect(describeError(failure)).toMatchObject({
      type: 'ProviderFailure',
      message: 'OpenAI: no answer',
      provider: 'OpenAI',
      trouble: 'busy',
      retryAfter: 500,
      cause: { message: 'socket hang up', code: 'ECONNRESET' },
    });
    expect(written(failure)).not.toContain('secret');
  });

  it('an error with circular causes can be logged', () => {
    const one = new Error('one');
    one.cause = new Error('two', { cause: one });
    expect(written(one)).toContain('two');
  });
});
