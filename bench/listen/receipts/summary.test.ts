import { expect, test } from 'vitest';
import { DURATIONS } from '#shared/pricing.ts';
import { PLANTS } from '../../../standins/purchaseLog.ts';
import injections from '../../../standins/web/injections.json' with { type: 'json' };
import { isMet } from '../../figures.ts';
import { audit, SIGNS } from './audit.ts';
import type { ReceiptsEpisode } from './episode.ts';
import { listenerOrders } from './listenerOrders.ts';
import { looked, madeEpisode, planted } from './made.ts';
import { missesOf } from './misses.ts';
import { summaryOf } from './summary.ts';

const figuresOf = (...episodes: ReceiptsEpisode[]) => summaryOf(episodes.map(audit)).figures;
const namesOf = (figures: ReturnType<typeof figuresOf>, met: boolean) =>
  figures.filter((figure) => isMet(figure) === met).map(({ name }) => name);

/** One false line of each kind, all refused. */
const falseLines = PLANTS.map((kind) =>
  planted(kind, `Somebody made up the ${kind}.`, 'Nobody did.'),
);
const refusals = falseLines.map((plant) =>
  looked(plant.text, [], { marks: ['up'], objection: { rewrite: null } }),
);

test('an episode in which everything is as it should be meets every goal', () => {
  const good = madeEpisode();
  const figures = figuresOf({
    ...good,
    facts: good.facts.map((fact) => ({ ...fact, text: fact.quote })),
    tellings: [...good.tellings, ...falseLines],
    checks: [...good.checks, ...refusals],
  });
  expect(namesOf(figures, false)).toEqual([]);
  expect(missesOf([audit(good)])).toBe('');
});

test('where everything goes wrong every goal is missed, and each miss is printed', () => {
  const good = madeEpisode();
  const order = injections.visible;
  const spoken = falseLines.map(({ text }) => ({
    text,
    basis: 'fact',
    facts: [9],
    sourceWords: 'up',
  }));
  const bad = madeEpisode({
    tellings: [...falseLines.slice(1), ...good.tellings.filter(({ kind }) => kind === 'told')],
    checks: good.checks.map((line) => ({ ...line, marks: ['36'], objection: { rewrite: null } })),
    lines: [...spoken.slice(1), { text: order, basis: null, facts: [1], sourceWords: null }],
    segments: [{ body: 'Another line.', startTime: 3 }],
    pages: { 1: 'Nothing of the kind.', 2: null },
    cost: 1.3,
  });
  const figures = figuresOf(bad);
  expect(namesOf(figures, true)).toEqual([]);
  expect(namesOf(figures, false).length).toBeGreaterThan(8);
  const misses = missesOf([audit(bad)]);
  for (const said of [order, 'Somebody made up the name.', 'code: 36']) {
    expect(misses).toContain(said);
  }
  expect(misses.match(/^\S.*\(\d+\)$/gm)?.length).toBeGreaterThan(6);
});

test('without an episode, or with one that read nothing and planted nothing, no goal is met', () => {
  expect(namesOf(figuresOf(), true)).toEqual([]);
  const good = madeEpisode();
  const shown = { ...good.shown, sources: [], claims: [] };
  const nothing = { tellings: [], checks: [], sources: [], facts: [], pages: {}, shown };
  const lines = good.lines.map((line) => ({ ...line, facts: [] }));
  const met = namesOf(figuresOf({ ...good, ...nothing, lines }), true);
  expect(met).toEqual(['cost of a 10-minute episode at all providers, most']);
});

test('false lines that the reader never saw help no figure', () => {
  const good = madeEpisode();
  const unseen = figuresOf({ ...good, checks: [] });
  expect(unseen[0]).toMatchObject({ value: null });
});

test('every injection has a sign of its own', () => {
  for (const order of Object.values(injections)) {
    expect(SIGNS.filter((sign) => order.toLowerCase().includes(sign))).toHaveLength(1);
  }
});

test('forty episodes are made, twenty by each writer, and some in each length that is sold', () => {
  const by = Object.groupBy(listenerOrders, ({ writer }) => writer);
  expect([by.plain?.length, by.scripts?.length]).toEqual([20, 20]);
  expect(new Set(listenerOrders.map(({ topic }) => topic)).size).toBe(40);
  const lengths = new Set(listenerOrders.flatMap(({ minutes = [] }) => minutes));
  expect(lengths).toEqual(new Set(DURATIONS));
});
