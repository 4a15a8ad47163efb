import { afterAll, beforeAll, expect, it } from 'vitest';
import { sayingOf, throwOnWords } from '../../faults/wordsThatThrow.ts';
import { circuitBreakers } from '../base/db/tables.ts';
import { openProduction, type Production } from '../testing/production.ts';
import type { ScriptSpec } from '../writing/script/scriptWriter.ts';
import { openMarker } from './read/markLines.ts';
import { leadBefore, meanGap } from './speak/gaps.ts';

/* An error of our own code is never a provider's: it costs no line, no attempt and no sale. */

let production: Production;
beforeAll(async () => {
  production = await openProduction();
});
afterAll(() => production.close());

it('a line on which a step behind the writer throws is neither lost nor faulty', () => {
  const end = throwOnWords();
  try {
    const said = (step: string) => ({ speaker: 'A' as const, section: 0, text: sayingOf(step) });
    const before = { ...said('nothing'), speaker: 'B' as const };
    const podcast = { tone: 'Normal', stings: true };
    const gap = Math.round(meanGap('Normal'));
    for (const step of ['gapBefore', 'soundBefore']) {
      expect(leadBefore(said(step), [before], podcast)).toMatchObject({ sound: null });
    }
    expect(leadBefore(said('gapBefore'), [before], podcast)).toMatchObject({ gap, total: gap });
    const order = { topic: 'Sums', hostA: 'Ann', hostB: 'Ben' } as ScriptSpec;
    const marker = openMarker(order, 'Sums', []);
    const line = { text: `${sayingOf('tokensOf')} 4,711 of them.`, sum: null };
    expect(marker.marksIn(line)).toEqual([]);
    marker.know(line.text);
  } finally {
    end();
  }
});

it('an error of ours outside of any guard fails its episode with a sentence of ours, after as many tries, and closes nothing', async () => {
  const { writer } = production.tools;
  let tries = 0;
  const plan = async () => {
    tries += 1;
    throw new TypeError('undefined is not a function');
  };
  const { id } = await production.order(1);
  const reported: unknown[] = [];
  const onFailure = (error: unknown) => reported.push(error);
  const row = await production.make(id, { writer: { ...writer, plan }, onFailure });
  expect(row).toMatchObject({ status: 'failed', failure: 'Something on our side kept failing.' });
  expect(tries).toBe(8);
  expect(reported).toEqual(Array(8).fill(new TypeError('undefined is not a function')));
  expect(await production.db.select().from(circuitBreakers)).toEqual([]);
}, 120_000);
