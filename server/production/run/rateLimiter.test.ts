import { sql } from 'drizzle-orm';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openaiStandin } from '../../../standins/openai/openai.ts';
import { type Database, openDatabase } from '../../base/db/openDatabase.ts';
import { scriptCalls, scriptRateLimits } from '../../base/db/tables.ts';
import { onProviderCall, type ProviderCall } from '../../base/kit/provider.ts';
import type { RetryPolicy } from '../../base/kit/retry.ts';
import { eventually } from '../../testing/eventually.ts';
import { testDatabase } from '../../testing/postgres.ts';
import { serveStandin } from '../../testing/standin.ts';
import { scriptRetries } from '../../writing/model/model.ts';
import type { Allowances, RateLimiter } from '../../writing/model/rateLimits.ts';
import type { ScriptSpec } from '../../writing/script/scriptWriter.ts';
import { openaiWriter } from '../../writing/writer/openaiWriter.ts';
import { openRateLimiter } from './rateLimiter.ts';

type Model = Awaited<ReturnType<typeof serveStandin<{ baseUrl: string; apiKey: string }>>>;
const never = new AbortController().signal;
const spec: ScriptSpec = {
  episode: 'one',
  topic: 'Why do cats purr?',
  tone: 'Normal',
  style: 'Conversation',
  minutes: 10,
  hostA: 'Rachel',
  hostB: 'Adam',
};

let database: Database;
let model: Model;
let ended: ProviderCall[] = [];
const refusals = () => ended.filter(({ outcome }) => outcome === 'busy').length;

// Returns what ends it.
beforeAll(() => onProviderCall((call) => void ended.push(call)));
beforeEach(async () => {
  ended = [];
  // Of its own: what one test has used up, or what it is told after its end, is not another's.
  [database, model] = await Promise.all([testDatabase(), serveStandin('openai', openaiStandin)]);
});
afterEach(() => Promise.all([database.close(), model.close()]));

const rows = () => database.db.select().from(scriptCalls);
const isQuiet = async () => (await rows()).length === 0;

function writer(rateLimiter: RateLimiter | null, patience: Partial<RetryPolicy> = {}) {
  const quick = {
    ...scriptRetries,
    attempts: { busy: 40 },
    firstWait: 20,
    longestWait: 500,
    ...patience,
  };
  return openaiWriter(
    { ...model.address, model: 'gpt-6-luna', ...(rateLimiter && { rateLimiter }) },
    quick,
  );
}

/** The plans of eight episodes, by two instances at once, on an account that has room for two plans. */
async function eightPlans(rateLimiters: (RateLimiter | null)[]): Promise<number> {
  model.accounts.write({ openai: { tokensPerMinute: 16_000, minute: 1_000 } });
  const writers = rateLimiters.map((rateLimiter) => writer(rateLimiter));
  await writers[0]?.plan({ ...spec, episode: 'first' }, never);
  const plans = Array.from({ length: 4 }, (_, index) =>
    writers.map((one) => one.plan({ ...spec, episode: `${index}` }, never)),
  ).flat();
  for (const plan of await Promise.all(plans)) expect(plan.sections).not.toHaveLength(0);
  return refusals();
}

test('two instances that share the minute are not refused, two that do not are', async () => {
  const [one, two] = [openRateLimiter(database.db), openRateLimiter(database.db)];
  expect(await eightPlans([one, two])).toBeLessThanOrEqual(1);
  expect(ended).toHaveLength(9);
  await eventually('no call is open', isQuiet, 5, 20);
  ended = [];
  expect(await eightPlans([null, null])).toBeGreaterThan(4);
});

test('no deadline of a call runs while it waits for its turn', async () => {
  model.accounts.write({ openai: { tokensPerMinute: 9_000, minute: 1_500 } });
  const patient = writer(openRateLimiter(database.db), { attempts: {}, idle: 300, total: 600 });
  const began = performance.now();
  await patient.plan(spec, never);
  await patient.plan({ ...spec, episode: 'two' }, never);
  expect(performance.now() - began).toBeGreaterThan(600);
  const outcomes = ended.map(({ outcome }) => outcome);
  // On a busy machine the account's minute may begin later than ours, which costs a refusal.
  expect(outcomes.filter((outcome) => outcome !== 'busy')).toEqual(['ok', 'ok']);
});

test('a call that waits ends at once when it is aborted, and is no failure of the provider', async () => {
  model.accounts.write({ openai: { tokensPerMinute: 9_000 } });
  const patient = writer(openRateLimiter(database.db));
  await patient.plan(spec, never);
  const stop = new AbortController();
  const plan = patient.plan({ ...spec, episode: 'two' }, stop.signal);
  const over = plan.catch((error: unknown) => error);
  await eventually('it waits', async () => (await rows()).some(({ madeAt }) => !madeAt), 5, 20);
  const began = performance.now();
  stop.abort(new Error('handed back'));
  expect(await over).toMatchObject({ message: 'handed back' });
  expect(performance.now() - began).toBeLessThan(500);
  expect(ended.map(({ outcome }) => outcome)).toEqual(['ok']);
  await eventually('it has left the queue', isQuiet, 5, 20);
});

test('a call is refused and follows Retry-After when others use the account, and all learn of it', async () => {
  // Room comes back with time: on a slow machine it may be there again before our call, and then it
  // takes a longer minute to see it refused.
  for (let minute = 300; refusals() === 0; minute *= 2) {
    model.accounts.write({ openai: { tokensPerMinute: 9_000, minute } });
    await database.db.delete(scriptRateLimits);
    await writer(null).plan(spec, never);
    ended = [];
    const ours = writer(openRateLimiter(database.db));
    const plan = await ours.plan({ ...spec, episode: 'two' }, never);
    expect(plan.sections).not.toHaveLength(0);
    await eventually('no call is open', isQuiet, 5, 20);
  }
  expect(refusals()).toBe(1);
  expect(await database.db.select().from(scriptRateLimits)).toMatchObject([
    { kind: 'tokens', limit: 9_000 },
  ]);
});

test('a stream holds its room until it begins to be answered, not until its end', async () => {
  model.accounts.write({ openai: { tokensPerMinute: 100_000, requestsPerMinute: 50 } });
  const author = writer(openRateLimiter(database.db));
  const outline = await author.plan(spec, never);
  await eventually('the plan is answered', isQuiet, 5, 20);
  const section = { ...spec, outline, section: 1, words: 250, place: 'middle' as const };
  for await (const line of author.write({ ...section, soFar: [] }, never)) {
    expect(line.text).not.toBe('');
    await eventually('the section is answered', isQuiet, 5, 20);
    break;
  }
  const known = await database.db.select().from(scriptRateLimits).orderBy(scriptRateLimits.kind);
  expect(known.map(({ kind, limit }) => [kind, limit])).toEqual([
    ['requests', 50],
    ['tokens', 100_000],
  ]);
  // A plan takes more than 6,000 tokens, a section more than 4,000.
  expect(known[1]?.remaining).toBeLessThan(90_000);
});

test('a server that tells no limits is not limited', async () => {
  await writer(openRateLimiter(database.db)).plan(spec, never);
  const rateLimiter = openRateLimiter(database.db);
  const [, , answered] = await Promise.all(
    [1, 2, 3].map(() => rateLimiter.enter({ quota: 'own m', tokens: 1e9 }, never)),
  );
  answered?.({});
  await rateLimiter.enter({ quota: 'own m', tokens: 1e9 }, never);
  expect(await database.db.select().from(scriptRateLimits)).toEqual([]);
});

const reported = (limit: number, remaining: number): Allowances => ({
  tokens: { limit, remaining, fullIn: 60_000 },
});
const call = { quota: 'm', tokens: 5_000 };

test('a limit that has risen is learnt by those who wait', async () => {
  const [one, two] = [openRateLimiter(database.db), openRateLimiter(database.db)];
  const first = await one.enter(call, never);
  const second = await one.enter(call, never);
  first(reported(6_000, 500));
  await eventually('it is known', async () => (await rows()).length === 1, 5, 20);
  const third = two.enter(call, never);
  await eventually('it waits', async () => (await rows()).length === 2, 5, 20);
  second(reported(200_000, 190_000));
  (await third)({});
});

test('who asked first goes first, whichever instance asked, and the dead keep nobody waiting', async () => {
  const instances = [openRateLimiter(database.db), openRateLimiter(database.db)];
  const first = await instances[0]?.enter(call, never);
  first?.({ tokens: { limit: 6_000, remaining: 0, fullIn: 600 } });
  await eventually('it is known', isQuiet, 5, 20);
  await database.db
    .insert(scriptCalls)
    .values({ id: 'dead', ...call, seenAt: sql`now() - interval '6 seconds'` });
  const order: number[] = [];
  const turns: Promise<unknown>[] = [];
  for (const number of [1, 2, 3, 4]) {
    const turn = instances[number % 2]?.enter({ quota: 'm', tokens: 3_000 - number }, never);
    turns.push(
      Promise.resolve(turn).then((answered) => {
        order.push(number);
        answered?.({ tokens: { limit: 6_000, remaining: 0, fullIn: 600 } });
      }),
    );
    await eventually('it waits', async () => (await rows()).length > number, 5, 5);
  }
  await Promise.all(turns);
  expect(order).toEqual([1, 2, 3, 4]);
});

test('nobody waits for a database that is away', async () => {
  const away = openDatabase('postgres://127.0.0.1:1/none');
  const answered = await openRateLimiter(away.db).enter(call, never);
  answered(reported(1, 0));
  await away.close();
});
