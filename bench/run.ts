import type { Call } from '../server/testing/tcpProxy.ts';
import type { Purchase } from '../standins/purchaseLog.ts';
import type { Bought } from './bound.ts';
import { REALISTIC, type Stage } from './stage.ts';
import { mean, percentile } from './statistics.ts';

/** One episode's production, by the database and the proxy. Times are seconds. */
export interface Run {
  /** Milliseconds since the epoch. */
  startedAt: number;
  waited: number;
  seconds: number;
  /** From the start until the outline, the first speech request, and the last clip. */
  outline: number;
  firstLine: number;
  lastClip: number;
  tail: number;
  /** The busy share of the speech slots, from the first line to the last clip. */
  slotsBusy: number;
  /** How much longer than configured the stand-ins took to speak, as a share. */
  speechLate: number;
  /** The same for the outline: from request to end, over the configured time of its tokens. */
  scriptLate: number;
  /** Nine lines in ten are within this share of their voice's mean speech rate. */
  lineVariation: number;
  refused: number;
  bought: Bought;
}

/** Bytes per second of audio in the product's default format, 24 kHz and 16 bits. */
const BYTES_A_SECOND = 48_000;

/** Nothing else may be in production at the same time. */
export async function timeOf(publicId: string, paidAt: number, stage: Stage): Promise<Run> {
  const { rows } = await stage.pool.query(
    'select started_at as started, completed_at as completed from podcasts where public_id = $1',
    [publicId],
  );
  const row = rows[0] as { started: Date; completed: Date };
  const startedAt = row.started.getTime();
  const completedAt = row.completed.getTime();
  const during = stage.proxy.calls.filter(
    ({ began, ended }) => began >= startedAt - 1 && ended !== null && ended <= completedAt + 1,
  );
  const since = (at: number | null | undefined) => ((at ?? Number.NaN) - startedAt) / 1000;

  const speech = during.filter(
    ({ provider, path }) => provider === 'elevenlabs' && /\/text-to-(speech|dialogue)\//.test(path),
  );
  const clips = speech.filter(({ status }) => status === 200);
  const first = Math.min(...speech.map(({ began }) => began));
  const last = Math.max(...clips.map(({ ended }) => ended ?? 0));
  const busy = speech.reduce((sum, call) => sum + lengthOf(call), 0);
  const entries = (await stage.purchases()).filter(({ at }) => {
    const time = Date.parse(at);
    return time >= startedAt && time <= completedAt;
  });
  const written = entries.filter((entry) => entry.kind === 'llm' && entry.episode === publicId);
  const tokens = (call: string) =>
    written.flatMap((entry) =>
      entry.kind === 'llm' && entry.call === call ? entry.outputTokens : [],
    );
  const outline = during.find(({ provider }) => provider === 'openai');

  return {
    startedAt,
    waited: (startedAt - paidAt) / 1000,
    seconds: since(completedAt),
    outline: since(outline?.ended),
    firstLine: since(first),
    lastClip: since(last),
    tail: (completedAt - last) / 1000,
    slotsBusy: busy / (REALISTIC.slots * ((last - first) / 1000)),
    speechLate: mean(clips.map((call) => lengthOf(call) / configuredSeconds(call) - 1)),
    scriptLate: mean([outlineLate(outline, tokens('outline'))]),
    lineVariation: percentile(variations(entries), 0.9),
    refused: during.filter(({ status }) => status === 429).length,
    bought: {
      outline: [...tokens('outline'), ...tokens('edit')],
      sections: tokens('section'),
      lines: clips.map(soundOf),
    },
  };
}

function lengthOf({ began, ended }: Call): number {
  return ((ended ?? began) - began) / 1000;
}

/** Seconds of sound. A take's sound is in base64, which makes three bytes four. */
function soundOf({ bytes, path }: Call): number {
  return (path.includes('/text-to-dialogue/') ? bytes * 0.75 : bytes) / BYTES_A_SECOND;
}

function configuredSeconds(call: Call): number {
  return REALISTIC.perLine + REALISTIC.perSecond * soundOf(call);
}

function variations(entries: Purchase[]): number[] {
  const spoken = entries.filter((entry) => entry.kind === 'speech');
  const voices = Object.values(Object.groupBy(spoken, ({ voiceId }) => voiceId));
  return voices.flatMap((lines = []) => {
    const paces = lines.map(({ milliseconds, characters }) => milliseconds / characters);
    return paces.map((pace) => Math.abs(pace / mean(paces) - 1));
  });
}

function outlineLate(call: Call | undefined, tokens: number[]): number {
  const configured = REALISTIC.firstToken + (tokens[0] ?? 0) / REALISTIC.tokensPerSecond;
  return call ? lengthOf(call) / configured - 1 : Number.NaN;
}
