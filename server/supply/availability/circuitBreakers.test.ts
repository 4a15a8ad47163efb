import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { circuitBreakers, instances } from '../../base/db/tables.ts';
import { ProviderFailure, type ProviderTrouble, timed } from '../../base/kit/provider.ts';
import { eventually } from '../../testing/eventually.ts';
import { testDatabase } from '../../testing/postgres.ts';
import { type CircuitBreakers, openCircuitBreakers, outages } from './circuitBreakers.ts';
import { openInstance } from './instances.ts';
import type { Needed, Watched } from './probes.ts';
import { openSalesGate } from './salesGate.ts';

let postgres: Awaited<ReturnType<typeof testDatabase>>;
let opened: CircuitBreakers[] = [];
/** Providers that do not serve a probe, and the probes so far. */
let away = new Set<Needed>();
let probed: Needed[] = [];
/** How those fail that do not serve a trial, and the trials so far. */
let refusing = new Map<Watched, ProviderTrouble>();
let tried: Watched[] = [];
let emails: string[] = [];
/** What a probe waits for before it is answered. */
let hang: (() => Promise<void>) | null = null;
beforeAll(async () => {
  postgres = await testDatabase();
});
afterEach(async () => {
  for (const circuits of opened) circuits.close();
  [opened, away, probed, emails, hang] = [[], new Set(), [], [], null];
  [refusing, tried] = [new Map(), []];
  await postgres.db.delete(circuitBreakers);
  await postgres.db.delete(instances);
});
afterAll(() => postgres.close());

/** Circuits as one instance opens them, with the product's own times unless told otherwise. */
function open(pace = 1): CircuitBreakers {
  const probe = (provider: Needed) => async () => {
    probed.push(provider);
    await hang?.();
    if (away.has(provider)) throw failure(provider);
  };
  const trial = (provider: Watched) => async () => {
    tried.push(provider);
    const trouble = refusing.get(provider);
    if (trouble) throw failure(provider, trouble);
  };
  const circuits = openCircuitBreakers({
    db: postgres.db,
    alerts: { refused: async (_tx, provider) => void emails.push(provider) },
    questions: {
      OpenAI: { serve: probe('OpenAI'), buy: trial('OpenAI') },
      ElevenLabs: { serve: probe('ElevenLabs'), buy: trial('ElevenLabs') },
      'Speech server': { serve: probe('Speech server') },
      S3: { serve: probe('S3') },
      Folder: { serve: probe('Folder') },
      Paddle: { buy: trial('Paddle') },
    },
    pace,
  });
  opened.push(circuits);
  return circuits;
}

const failure = (provider: string, trouble: ProviderTrouble = 'busy') =>
  new ProviderFailure(provider, trouble, '503 away');
const salesGate = (sells = true) =>
  openSalesGate({
    db: postgres.db,
    costs: { cap: null, isCapReached: async () => false },
    alerts: { capReached: async () => {} },
    sells,
  });
const pausedReason = () => salesGate().pausedReason();
const stateOf = async (provider: Needed) =>
  (
    await postgres.db.select().from(circuitBreakers).where(eq(circuitBreakers.provider, provider))
  )[0]?.state;

/** As if so many seconds had passed for whatever is known of providers. */
async function pass(seconds: number): Promise<void> {
  const earlier = sql`make_interval(secs => ${seconds})`;
  await postgres.db.update(circuitBreakers).set({
    failingSince: sql`failing_since - ${earlier}`,
    failedAt: sql`failed_at - ${earlier}`,
    openedAt: sql`opened_at - ${earlier}`,
    halfOpenAt: sql`half_open_at - ${earlier}`,
    nextProbeAt: sql`next_probe_at - ${earlier}`,
  });
}

/** An outage that everybody knows of. */
async function openOutage(circuits: CircuitBreakers, provider: Needed): Promise<void> {
  away.add(provider);
  await circuits.isAway(failure(provider), 'one');
  await pass(30);
  expect(await circuits.isAway(failure(provider), 'one')).toBe(true);
  expect(await stateOf(provider)).toBe('open');
}

describe('a provider is away', () => {
  it('not when it serves a probe: the failure is the episode’s own, for however long', async () => {
    const circuits = open();
    for (let round = 0; round < 3; round++) {
      expect(await circuits.isAway(failure('OpenAI'), 'one')).toBe(false);
      await pass(20);
    }
    expect(await pausedReason()).toBeNull();
  });

  it('when an episode and a probe fail for 30 s; before that nothing counts and sales go on', async () => {
    const circuits = open();
    away.add('S3');
    expect(await circuits.isAway(failure('S3', 'broken'), 'one')).toBe(true);
    await pass(25);
    expect(await circuits.isAway(failure('S3'), 'one')).toBe(true);
    expect(await pausedReason()).toBeNull();
    await pass(5);
    await circuits.isAway(failure('S3'), 'one');
    expect(await pausedReason()).toMatch(/isn’t responding.*Nothing was charged/);
    expect(await salesGate(false).pausedReason()).toMatch(/responding\. Your draft is kept\.$/);
    const [outage] = await outages(postgres.db);
    expect(outage).toMatchObject({ provider: 'S3', reason: 'away', message: 'S3: 503 away' });
  });

  it('when two episodes fail for 30 s, though it serves probes', async () => {
    const circuits = open();
    expect(await circuits.isAway(failure('OpenAI'), 'one')).toBe(false);
    await pass(30);
    expect(await circuits.isAway(failure('OpenAI'), 'two')).toBe(true);
    expect(await pausedReason()).not.toBeNull();
  });

  it('not when two episodes fail with a success, or five quiet minutes, in between', async () => {
    const circuits = open();
    await circuits.isAway(failure('OpenAI'), 'one');
    await pass(30);
    await circuits.probeDueCircuits();
    await circuits.served('OpenAI');
    expect(await circuits.isAway(failure('OpenAI'), 'two')).toBe(false);
    await pass(301);
    expect(await circuits.isAway(failure('OpenAI'), 'three')).toBe(false);
    expect(await pausedReason()).toBeNull();
  });

  it('at once when it refuses our key or credit, and the operator is told', async () => {
    for (const trouble of ['refused', 'spent'] as const) {
      expect(await open().isAway(failure('ElevenLabs', trouble), 'one')).toBe(true);
    }
    expect(await outages(postgres.db)).toMatchObject([{ reason: 'refused' }]);
    expect(emails).toEqual(['ElevenLabs']);
  });

  it('when no call goes through for 30 s, before any episode has given up on it', async () => {
    const circuits = open(0.05);
    away.add('ElevenLabs');
    const call = timed('ElevenLabs', () => Promise.reject(failure('ElevenLabs')));
    await expect(call).rejects.toThrow('503');
    await eventually('the failing calls are noticed', async () => {
      await circuits.probeDueCircuits();
      return stateOf('ElevenLabs');
    });
    await pass(5);
    await circuits.probeDueCircuits();
    expect(await pausedReason()).not.toBeNull();
  });

  it.each(['Paddle', 'SMTP', 'Google'])('never, where it is %s: selling goes on', async (name) => {
    const circuits = open();
    expect(await circuits.isAway(failure(name, 'refused'), 'one')).toBe(false);
    await expect(timed(name, () => Promise.reject(failure(name)))).rejects.toThrow();
    await circuits.probeDueCircuits();
    expect(await outages(postgres.db)).toEqual([]);
  });
});

describe('a provider that is away', () => {
  it('is probed by one instance at a time, ever more seldom', async () => {
    const [one, two] = [open(), open()];
    await openOutage(one, 'S3');
    probed = [];
    await Promise.all([one.probeDueCircuits(), two.probeDueCircuits()]);
    expect(probed).toEqual([]);
    const waits: number[] = [];
    for (let round = 0; round < 6; round++) {
      await postgres.db.update(circuitBreakers).set({ nextProbeAt: sql`now()` });
      await Promise.all([one.probeDueCircuits(), two.probeDueCircuits()]);
      expect(probed).toHaveLength(round + 1);
      const [row] = await postgres.db
        .select({ wait: sql<number>`extract(epoch from next_probe_at - now())::float8` })
        .from(circuitBreakers);
      waits.push(row?.wait ?? 0);
    }
    expect(waits[0]).toBeLessThan(10.1);
    expect(waits[5]).toBeGreaterThan(25);
    expect(Math.max(...waits)).toBeLessThan(60.1);
    expect(await two.isOpen('S3')).toBe(true);
  });

  it('does not hold up an instance that stops, which judges nothing any more', async () => {
    const circuits = open();
    await openOutage(circuits, 'S3');
    await pass(60);
    const asked = Promise.withResolvers<void>();
    hang = () => {
      asked.resolve();
      return new Promise(() => {});
    };
    const probing = circuits.probeDueCircuits();
    probing.catch(() => {});
    await asked.promise;
    circuits.close();
    await expect(probing).rejects.toThrow('probing has stopped');
    expect(await stateOf('S3')).toBe('open');
  });

  it('is asked by episodes again once a probe is served, and sales go on with their first success', async () => {
    const [one, two] = [open(), open()];
    await openOutage(one, 'OpenAI');
    away.clear();
    await pass(60);
    expect(await two.isOpen('OpenAI')).toBe(false);
    expect(await stateOf('OpenAI')).toBe('half-open');
    expect(await pausedReason()).not.toBeNull();
    await two.served('OpenAI');
    expect(await pausedReason()).toBeNull();
  });

  it('is away again at once when two episodes, or one and a probe, fail after that', async () => {
    const circuits = open();
    for (const isProbeServed of [true, false]) {
      await openOutage(circuits, 'OpenAI');
      away.clear();
      await pass(60);
      expect(await circuits.isOpen('OpenAI')).toBe(false);
      if (!isProbeServed) away.add('OpenAI');
      // One that fails alone, where the probe is served, fails for a reason of its own.
      expect(await circuits.isAway(failure('OpenAI'), 'one')).toBe(!isProbeServed);
      expect(await circuits.isAway(failure('OpenAI'), 'two')).toBe(true);
      expect(await stateOf('OpenAI')).toBe('open');
      await postgres.db.delete(circuitBreakers);
    }
  });

  it('keeps nothing closed when nobody makes an episode any more and a probe is served', async () => {
    const circuits = open();
    await openOutage(circuits, 'S3');
    away.clear();
    await pass(60);
    await circuits.probeDueCircuits();
    expect(await pausedReason()).not.toBeNull();
    await pass(121);
    await circuits.probeDueCircuits();
    expect(await pausedReason()).toBeNull();
  });
});

describe('a provider that refuses our account where something is sold', () => {
  it('keeps sales closed, with Paddle’s own sentence, until it serves a trial; one email a day', async () => {
    const circuits = open();
    for (const trouble of ['refused', 'spent'] as const) {
      refusing.set('Paddle', 'refused');
      expect(await circuits.refuses(failure('Paddle', trouble))).toBe(true);
      expect(await pausedReason()).toMatch(/checkout is being fixed.*Nothing was charged/);
      await pass(60);
      await circuits.probeDueCircuits();
      expect(await pausedReason()).not.toBeNull();
      refusing.clear();
      await pass(60);
      await circuits.probeDueCircuits();
      expect(await pausedReason()).toBeNull();
    }
    expect(tried).toEqual(['Paddle', 'Paddle', 'Paddle', 'Paddle']);
    expect(emails).toEqual(['Paddle', 'Paddle']);
  });

  it('changes nothing when it is merely away, or will not do this one request', async () => {
    const circuits = open();
    for (const trouble of ['busy', 'broken', 'rejected'] as const) {
      expect(await circuits.refuses(failure('Paddle', trouble))).toBe(false);
      expect(await circuits.refuses(failure('OpenAI', trouble))).toBe(false);
    }
    expect(await circuits.refuses(failure('SMTP', 'refused'))).toBe(false);
    expect(await pausedReason()).toBeNull();
    expect(emails).toEqual([]);
  });

  it('is let in by a trial and not by its probe, which a wrong model passes', async () => {
    const circuits = open();
    refusing.set('OpenAI', 'refused');
    await circuits.refuses(failure('OpenAI', 'refused'));
    await pass(60);
    await circuits.probeDueCircuits();
    expect([probed, tried, await stateOf('OpenAI')]).toEqual([['OpenAI'], ['OpenAI'], 'open']);
    refusing.clear();
    await pass(60);
    expect(await circuits.isOpen('OpenAI')).toBe(false);
    expect(await pausedReason()).not.toBeNull();
  });
});

describe('a request that is rejected without a cause', () => {
  const rejects = (circuits: CircuitBreakers, account: string) =>
    circuits.rejectsAll(failure('OpenAI', 'rejected'), account);

  it('is its order’s own failure while a neutral one is served, however many there are', async () => {
    const circuits = open();
    for (const account of ['one', 'two', 'three']) {
      expect(await rejects(circuits, account)).toBe(false);
    }
    expect(tried).toEqual(['OpenAI', 'OpenAI', 'OpenAI']);
    expect(await pausedReason()).toBeNull();
  });

  it('a second account’s rejection pauses sales when the neutral probe is rejected too, and one email is sent', async () => {
    refusing.set('OpenAI', 'rejected');
    const [one, two] = [open(), open()];
    expect(await rejects(one, '1')).toBe(true);
    expect(await rejects(one, '1')).toBe(true);
    expect(await pausedReason()).toBeNull();
    expect(await rejects(two, '2')).toBe(true);
    expect(await outages(postgres.db)).toMatchObject([{ provider: 'OpenAI', reason: 'refused' }]);
    expect(emails).toEqual(['OpenAI']);
  });

  it('is not the second in a row when something was served in between', async () => {
    refusing.set('OpenAI', 'rejected');
    const circuits = open();
    await rejects(circuits, '1');
    await circuits.probeDueCircuits();
    await circuits.served('OpenAI');
    expect(await rejects(circuits, '2')).toBe(true);
    expect(await pausedReason()).toBeNull();
  });

  it('is asked again, and counts for nothing, while nobody can tell', async () => {
    refusing.set('OpenAI', 'busy');
    const circuits = open();
    for (const account of ['1', '2']) expect(await rejects(circuits, account)).toBe(true);
    expect(await pausedReason()).toBeNull();
    expect(emails).toEqual([]);
  });

  it('closes it again at once after a trial was served by chance', async () => {
    refusing.set('OpenAI', 'rejected');
    const circuits = open();
    for (const account of ['1', '2']) await rejects(circuits, account);
    refusing.clear();
    await pass(60);
    await circuits.probeDueCircuits();
    expect(await stateOf('OpenAI')).toBe('half-open');
    refusing.set('OpenAI', 'rejected');
    expect(await rejects(circuits, '1')).toBe(true);
    expect(await stateOf('OpenAI')).toBe('open');
  });
});

describe('no instance that makes episodes', () => {
  it('can do so: nothing is sold until one can; those that only serve pages do not count', async () => {
    const [sick, well, web] = [1, 2, 3].map(() => openInstance(postgres.db));
    await web?.beat();
    expect(await pausedReason()).toBeNull();
    await sick?.beat(false);
    expect(await pausedReason()).toMatch(/studio is being fixed.*Nothing was charged/);
    await well?.beat(true);
    expect(await pausedReason()).toBeNull();
    await well?.beat();
    expect(await salesGate().producers()).toEqual({ known: 2, able: 1 });
  });

  it('has been heard of for a minute: nothing is sold until one starts', async () => {
    const instance = openInstance(postgres.db);
    await instance.beat(true);
    await postgres.db.update(instances).set({ seenAt: sql`now() - interval '61 seconds'` });
    expect(await pausedReason()).not.toBeNull();
    await instance.beat(true);
    expect(await pausedReason()).toBeNull();
  });
});
