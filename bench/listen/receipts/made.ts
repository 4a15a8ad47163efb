import type { CheckedLine, ReceiptsEpisode, Telling } from './episode.ts';

const at = '2026-11-26T08:00:00.000Z';

export const planted = (
  plant: Extract<Telling, { kind: 'plant' }>['plant'],
  text: string,
  truth: string,
): Telling => ({ at, kind: 'plant', episode: 'e', plant, text, truth });

export const truthful = (text: string, fact: number): Telling => ({
  at,
  kind: 'told',
  episode: 'e',
  text,
  fact,
});

export const looked = (
  text: string,
  quotes: string[],
  more: Partial<CheckedLine> = {},
): CheckedLine => ({ text, basis: 'fact', quotes, marks: [], objection: null, ...more });

const SLEEPER = 'A sleeping car of 22 metres sells about 36 berths.';
export const PORTER = 'The porter Henrik Dahl has worked nights for 26 years.';

export function madeEpisode(other: Partial<ReceiptsEpisode> = {}): ReceiptsEpisode {
  const wrong = 'The porter Henrik Dahl has worked nights for 52 years.';
  const common = { retrievedAt: at, licence: null, extent: '', isPrivate: false, date: null };
  return {
    publicId: 'e',
    topic: 'Night trains',
    minutes: 10,
    writer: 'plain',
    headings: ['Night trains', 'What a berth costs.'],
    tellings: [truthful(SLEEPER, 1), planted('number', wrong, PORTER), truthful(PORTER, 2)],
    checks: [
      looked(SLEEPER, [SLEEPER]),
      looked(wrong, [PORTER], {
        marks: ['52'],
        objection: { rewrite: null },
      }),
      looked(PORTER, [PORTER]),
    ],
    unanswered: 0,
    lines: [
      { text: SLEEPER, basis: 'fact', facts: [1], sourceWords: SLEEPER },
      { text: PORTER, basis: 'fact', facts: [2], sourceWords: PORTER },
    ],
    speech: `${SLEEPER} ${PORTER}`,
    segments: [
      { body: SLEEPER, startTime: 0 },
      { body: PORTER, startTime: 6.5 },
    ],
    sources: [
      {
        number: 1,
        kind: 'web',
        origin: 'http://127.0.0.1/standins/web/odd/injected/visible/night-trains/berth',
        url: 'http://127.0.0.1/standins/web/odd/injected/visible/night-trains/berth',
        title: 'Berths',
      },
      { number: 2, kind: 'text', origin: 'abc', url: null, title: 'My notes' },
    ],
    facts: [
      { number: 1, source: 1, text: SLEEPER, quote: SLEEPER, paragraph: '' },
      { number: 2, source: 2, text: PORTER, quote: PORTER, paragraph: '' },
    ],
    shown: {
      basis: 'sources',
      sources: [
        { id: 1, kind: 'web', title: 'Berths', site: null, url: null, ...common },
        { id: 2, kind: 'text', title: 'My notes', site: null, url: null, ...common },
      ],
      claims: [
        { line: 0, start: 0, sourceId: 1, fact: 1, quote: SLEEPER, strength: 'says' },
        { line: 1, start: 6.5, sourceId: 2, fact: 2, quote: PORTER, strength: 'says' },
      ],
      counts: { lines: 2, statements: 2, sourced: 2, opinions: 0, rewritten: 0, cut: 1, unread: 0 },
      showsPrivate: false,
    },
    pages: { 1: `Berths.\n\n${SLEEPER}`, 2: `${PORTER} And so on.` },
    linesCut: 1,
    linesRewritten: 0,
    cost: 0.9,
    ...other,
  };
}
