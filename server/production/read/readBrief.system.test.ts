import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { switchFeature } from '../../base/db/featureSwitches.ts';
import { expenses, podcasts } from '../../base/db/tables.ts';
import { ProviderFailure } from '../../base/kit/provider.ts';
import { LeaseLost } from '../../episodes/log/lease.ts';
import { eventually } from '../../testing/eventually.ts';
import { openProduction, type Production } from '../../testing/production.ts';
import type { ScriptSpec, ScriptWriter, SectionSpec } from '../../writing/script/scriptWriter.ts';

let production: Production;
beforeAll(async () => {
  production = await openProduction();
});
afterAll(() => production.close());

const QUESTIONS = [
  'Why does bread rise?',
  'Who baked it first?',
  'Is rye healthy?',
  'What is spelt?',
];
const order = () => production.order(10, QUESTIONS.join(' '));
const BRIEF = {
  id: null,
  questions: QUESTIONS.map((text, index) => ({ id: `q${index + 1}`, text })),
  level: null,
  avoid: [],
};

const briefOf = async (id: number) => (await production.rowOf(id))?.brief ?? null;
const known = (id: number) => eventually('the brief to be kept', () => briefOf(id));
const readings = () =>
  production.asked.filter(({ response_format: format }) => format?.json_schema?.name === 'brief')
    .length;

interface Requests {
  plans: ScriptSpec[];
  sections: SectionSpec[];
}
type Change = Partial<ScriptWriter>;
type Tools = Parameters<Production['make']>[1];

/** Produces an episode until its first line is asked for: there the worker dies. */
async function begin(id: number, change: Change = {}, tools: Tools = {}): Promise<Requests> {
  const { writer } = production.tools;
  const requests: Requests = { plans: [], sections: [] };
  const dying: ScriptWriter = {
    ...writer,
    ...change,
    plan(spec, signal) {
      requests.plans.push(spec);
      return (change.plan ?? writer.plan)(spec, signal);
    },
    // biome-ignore lint/correctness/useYield: it dies before
    async *write(spec) {
      requests.sections.push(spec);
      throw new LeaseLost(id);
    },
  };
  await production.make(id, { writer: dying, ...tools });
  return requests;
}

const questionsBySection = ({ sections: [spec] }: Requests) =>
  spec?.outline.sections.map(({ owes = [] }) => owes) ?? [];

it('a topic without a brief is read before it is planned, and the reading is on the bill of the episode', async () => {
  const { id, publicId } = await order();
  const requests = await begin(id);
  expect(requests.plans.map(({ questions }) => questions)).toEqual([QUESTIONS]);
  expect(await briefOf(id)).toEqual(BRIEF);
  const calls = production
    .entries()
    .flatMap((entry) => (entry.kind === 'llm' && entry.episode === publicId ? [entry] : []));
  expect(calls.map(({ call }) => call)).toEqual(['brief', 'outline', 'edit']);
  const bills = await production.db.select().from(expenses).where(eq(expenses.podcastId, id));
  const paid = bills.map(({ outputTokens }) => outputTokens).filter(Boolean);
  expect(paid).toEqual(calls.map(({ outputTokens }) => outputTokens));
});

describe('what is read later', () => {
  /** The topic is read once the named step is under way, which ends when that is kept. */
  async function readDuring(step: 'plan' | 'edit') {
    const { id } = await order();
    const { writer } = production.tools;
    const begun = Promise.withResolvers<void>();
    const holding = async <T>(name: typeof step, call: () => Promise<T>) => {
      if (name === step) {
        begun.resolve();
        await known(id);
      }
      return call();
    };
    const requests = await begin(id, {
      readTopic: (...call) => begun.promise.then(() => writer.readTopic(...call)),
      plan: (...call) => holding('plan', () => writer.plan(...call)),
      async *edit(...call) {
        yield* await holding('edit', async () => writer.edit(...call));
      },
    });
    return { id, requests };
  }

  it('than the plan begins is owed by the outline that its editor returns', async () => {
    const { requests } = await readDuring('plan');
    expect(requests.plans[0]?.questions).toEqual([]);
    expect(requests.sections[0]?.questions).toEqual(QUESTIONS);
    expect(questionsBySection(requests).flat().toSorted()).toEqual([1, 2, 3, 4]);
  });

  it('than that is owed in order from the second section on, also after a restart', async () => {
    const { id, requests } = await readDuring('edit');
    const [opening, ...middle] = questionsBySection(requests);
    const closing = middle.pop();
    expect([opening, closing]).toEqual([[], []]);
    expect(middle.flat()).toEqual([1, 2, 3, 4]);
    expect(Math.max(...middle.map((questions) => questions.length))).toBeLessThan(3);
    const before = readings();
    const again = await begin(id);
    expect(again.plans).toEqual([]);
    expect(again.sections[0]?.questions).toEqual(QUESTIONS);
    expect(questionsBySection(again)).toEqual(questionsBySection(requests));
    expect(readings()).toBe(before);
  });

  it('than the outline is left out, and nobody waits for it', async () => {
    const { id } = await order();
    let given: AbortSignal | undefined;
    const { sections } = await begin(id, {
      readTopic(_spec, _titles, signal) {
        given = signal;
        return new Promise(() => {});
      },
    });
    expect(sections.map(({ questions }) => questions)).toEqual([[]]);
    expect(String(given?.reason)).toMatch('planned without it');
    expect(await briefOf(id)).toBeNull();
  });
});

it('a reader that fails is nothing', async () => {
  const { id } = await order();
  const readTopic = async () => {
    throw new ProviderFailure('OpenAI', 'broken', 'nonsense');
  };
  const { sections } = await begin(id, { readTopic });
  expect(sections.map(({ questions }) => questions)).toEqual([[]]);
  expect(await production.rowOf(id)).toMatchObject({ brief: null, attempts: 0 });
});

it('after a crash behind the reading nothing is read again', async () => {
  const { id } = await order();
  const before = readings();
  const dies = async () => {
    throw new LeaseLost(id);
  };
  expect(await begin(id, { plan: dies })).toMatchObject({ sections: [] });
  expect(await briefOf(id)).toEqual(BRIEF);
  const { plans, sections } = await begin(id);
  expect([plans[0]?.questions, sections[0]?.questions]).toEqual([QUESTIONS, QUESTIONS]);
  expect(readings() - before).toBe(1);
});

it('an attempt that failed has ended its reading before the next one reads', async () => {
  const { id } = await order();
  const { writer, voices } = production.tools;
  const given: AbortSignal[] = [];
  let hasFailed = false;
  await begin(
    id,
    {
      readTopic(spec, titles, signal) {
        expect(given.every(({ aborted }) => aborted)).toBe(true);
        given.push(signal);
        return given.length > 1
          ? writer.readTopic(spec, titles, signal)
          : new Promise<never>(() => {});
      },
    },
    {
      voices: {
        ...voices,
        async find(id) {
          if (hasFailed) return voices.find(id);
          await eventually('the first reading', async () => given.length);
          hasFailed = true;
          throw new Error('for once');
        },
      },
    },
  );
  expect(given).toHaveLength(2);
  expect(await briefOf(id)).toEqual(BRIEF);
});

it('nothing is read while the spending cap is reached', async () => {
  const { id } = await order();
  const { writer, salesGate } = production.tools;
  let looks = 0;
  const isCapReached = async () => looks++ < 6;
  const { plans } = await begin(
    id,
    {
      readTopic(...call) {
        expect(looks).toBeGreaterThan(6);
        return writer.readTopic(...call);
      },
    },
    { salesGate: { ...salesGate, isCapReached } },
  );
  expect(plans[0]?.questions).toEqual(QUESTIONS);
});

it('a brief is left as it is, also one that asks nothing, and nothing is read while reading is switched off', async () => {
  const before = readings();
  const { id } = await order();
  const brief = { ...BRIEF, questions: [] };
  await production.db.update(podcasts).set({ brief }).where(eq(podcasts.id, id));
  expect((await begin(id)).sections[0]?.questions).toEqual([]);
  expect(await briefOf(id)).toEqual(brief);

  const other = await order();
  await switchFeature(production.db, 'briefs', false);
  await begin(other.id);
  await switchFeature(production.db, 'briefs', true);
  expect(await briefOf(other.id)).toBeNull();
  expect(readings()).toBe(before);
});

it.each([
  ['holds no subject', { questions: [], level: null, avoid: [] }],
  ['moderation refuses', { questions: ['How to build a bomb at home?'], level: null, avoid: [] }],
])('a topic that %s is kept as one without questions', async (_what, read) => {
  const { id } = await order();
  const { plans } = await begin(id, { readTopic: async () => ({ ...read, language: 'ja' }) });
  expect(plans[0]?.questions).toEqual([]);
  expect(await briefOf(id)).toEqual({ ...BRIEF, questions: [] });
});
