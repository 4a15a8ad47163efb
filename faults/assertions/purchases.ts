import { z } from 'zod';
import type { Call } from '../../server/testing/tcpProxy.ts';
import { completionRequest, textsOf } from '../../standins/openai/wire.ts';
import type { Purchase } from '../../standins/purchaseLog.ts';
import type { Crash } from '../crash.ts';
import type { Episode, State } from '../episode.ts';

export interface Evidence {
  episode: Episode;
  crash: Crash;
  state: State;
  /** Since the order. */
  entries: Purchase[];
  /** Index of the first entry after the product was dead. */
  dead: number;
  limits: Required<Allowance>;
}

export interface Allowance {
  /** Takeovers by another worker, each of which may lose what is in flight. Default: 1. */
  handovers?: number;
  /** Most "ready" emails, all with one Message-ID. Default: 1. */
  emails?: number;
}

/** The default of `ELEVENLABS_CONCURRENCY`. */
export const SLOTS = 5;

type Script = Pick<Evidence, 'entries' | 'dead' | 'state'> & { crash: Pick<Crash, 'state'> };

/**
 * One reading of the topic, one outline, and each section once, or twice if it was in flight at the
 * kill. The section before the goodbye is written in any number of pieces, and a short goodbye in
 * two. Each of the `workers` may have been killed during the same request.
 */
export function scriptPaidOnce({ crash, entries, dead, state }: Script, workers = 1): string[] {
  const calls = entries.flatMap((entry, at) =>
    // A call that was aborted before the first token bought nothing.
    entry.kind === 'llm' && (entry.finished || entry.outputTokens > 0)
      ? [{ ...entry, when: at < dead ? 'before' : 'after' }]
      : [],
  );
  const closing = state.sections.planned - 1;
  // Once the section before the goodbye has begun, a call for an earlier one only fills the time.
  for (const [at, one] of calls.entries()) {
    const isFilling = calls
      .slice(0, at)
      .some(({ when, section }) => when === one.when && section === closing - 1);
    if (isFilling && one.section !== null) one.section = Math.max(one.section, closing - 1);
  }
  const broken: string[] = [];
  function expect(most: number, call: string, section: number | null, when: 'before' | 'after') {
    const seen = calls.filter(
      (one) => one.call === call && one.section === section && one.when === when,
    ).length;
    const what = `calls to the model for ${call} ${section ?? ''} ${when} the kill`;
    if (seen > most) broken.push(`${seen} ${what}, ${most} at most`);
  }
  expect(workers, 'brief', null, 'before');
  expect(crash.state.hasBrief || crash.state.hasOutline ? 0 : 1, 'brief', null, 'after');
  expect(workers, 'outline', null, 'before');
  expect(crash.state.hasOutline ? 0 : 1, 'outline', null, 'after');
  for (let section = 0; section <= closing; section++) {
    const ofGoodbye = section === closing ? 2 : 1;
    const most = section === closing - 1 ? Number.POSITIVE_INFINITY : ofGoodbye;
    expect(most * workers, 'section', section, 'before');
    expect(section < crash.state.sections.written ? 0 : most, 'section', section, 'after');
  }
  const strangers = calls.filter(({ episode }) => episode !== state.publicId).length;
  if (strangers) broken.push(`${strangers} calls to the model for some other episode`);
  return broken;
}

/** Lines are read once, and once more for each of the `kills` that interrupted their reading. */
export function readOnce(episode: string, calls: Call[], kills: number): string[] {
  const readings: Set<string>[] = [];
  let again = 0;
  for (const { asked, bytes } of calls) {
    if (!bytes || !asked.includes('"name":"reading"')) continue;
    const request = completionRequest.parse(JSON.parse(asked));
    if (request.prompt_cache_key !== episode) continue;
    const { lines } = piece.parse(JSON.parse(textsOf(request, 'user').at(-1) ?? ''));
    const texts = new Set(lines.map(({ says }) => says));
    const isAgain = readings.some((one) => 2 * one.intersection(texts).size > texts.size);
    if (isAgain && texts.size) again++;
    readings.push(texts);
  }
  if (!readings.length) return ['nothing was read'];
  return again > kills ? [`${again} readings were bought again, ${kills} at most`] : [];
}

const piece = z.object({ lines: z.array(z.object({ says: z.string() })) });

/** Only what was in flight is bought again. A request, for a line or a take, is lost whole. */
export function linesPaidOnce({ crash, state, entries, limits }: Evidence): string[] {
  const bought = new Map<string, string[]>();
  for (const [at, entry] of entries.entries()) {
    if (entry.kind !== 'speech') continue;
    const line = `${entry.voiceId} ${entry.text.replace(/^\[[^\]]*\] /, '')}`;
    bought.set(line, [...(bought.get(line) ?? []), entry.take ?? `${at}`]);
  }
  const byTakes = entries.some((entry) => entry.kind === 'speech' && entry.take !== null);
  const keyOf = ({ voice, text }: { voice: string; text: string }) => `${voice} ${text}`;
  /** Requests that were lost. Outside takes, lines with the same words share a clip. */
  const lostFor = (key: string) => {
    const lines = byTakes ? state.lines.filter((one) => keyOf(one) === key).length : 1;
    return bought.get(key)?.slice(0, -lines) ?? [];
  };
  const wasStored = ({ clipKey }: { clipKey: string | null }) =>
    clipKey !== null && crash.stored.has(clipKey);
  const known = new Set(state.lines.map(keyOf));
  const texts = (lines: { text: string }[]) => lines.map(({ text }) => text);
  const broken = [
    ...inOne(
      'spoken at the kill and not stored',
      texts(crash.state.lines.filter((line) => line.isSpoken && !wasStored(line))),
    ),
    ...inOne(
      'stored at the kill and bought again',
      texts(state.lines.filter((line) => wasStored(line) && lostFor(keyOf(line)).length)),
    ),
    ...inOne(
      'bought and not in the episode',
      [...bought.keys()].filter((line) => !known.has(line)),
    ),
  ];
  const lost = new Set([...bought.keys()].filter((key) => known.has(key)).flatMap(lostFor)).size;
  // A clip that is being uploaded has already freed its slot.
  const most = limits.handovers * SLOTS + crash.inFlight.storing;
  if (lost > most) broken.push(`${lost} requests for speech were lost, ${most} at most`);
  return broken;
}

function inOne(what: string, lines: string[]): string[] {
  return lines.length ? [`${lines.length} lines ${what}: ${lines[0]}`] : [];
}
