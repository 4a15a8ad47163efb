import type { Call } from '../server/testing/tcpProxy.ts';
import type { Bought } from './bound.ts';
import { REALISTIC, type Stage } from './stage.ts';
import { mean } from './statistics.ts';

/** One episode's production, by the database and the proxy. Times are seconds. */
export interface Run {
  /** Milliseconds since the epoch. */
  startedAt: number;
  seconds: number;
  /** From the start until the first speech request. */
  firstLine: number;
  /** From the last clip to delivery. */
  tail: number;
  /** How much longer than configured the stand-ins took to speak, as a share. */
  speechLate: number;
  bought: Bought;
}

/** Bytes per second of audio in the product's default format, 24 kHz and 16 bits. */
const BYTES_A_SECOND = 48_000;

/** Nothing else may be in production at the same time. */
export async function timeOf(publicId: string, stage: Stage): Promise<Run> {
  const { rows } = await stage.pool.query(
    'select started_at as started, completed_at as completed from podcasts where public_id = $1',
    [publicId],
  );
  const row = rows[0] as { started: Date; completed: Date };
  const startedAt = row.started.getTime();
  const completedAt = row.completed.getTime();
  const speech = stage.proxy.calls.filter(
    ({ provider, path, began, ended }) =>
      provider === 'elevenlabs' &&
      /\/text-to-(speech|dialogue)\//.test(path) &&
      began >= startedAt - 1 &&
      ended !== null &&
      ended <= completedAt + 1,
  );
  const clips = speech.filter(({ status }) => status === 200);
  const written = (await stage.purchases())
    .filter(({ at }) => Date.parse(at) >= startedAt && Date.parse(at) <= completedAt)
    .filter((entry) => entry.kind === 'llm')
    .filter(({ episode }) => episode === publicId);
  const tokens = (name: string) =>
    written.filter(({ call }) => call === name).map(({ outputTokens }) => outputTokens);
  return {
    startedAt,
    seconds: (completedAt - startedAt) / 1000,
    firstLine: (Math.min(...speech.map(({ began }) => began)) - startedAt) / 1000,
    tail: (completedAt - Math.max(...clips.map(({ ended }) => ended ?? 0))) / 1000,
    speechLate: mean(clips.map(lateness)),
    bought: {
      outline: [...tokens('outline'), ...tokens('edit')],
      sections: tokens('section'),
      lines: clips.map(soundOf),
    },
  };
}

/** Seconds of sound. A take's sound is in base64, which makes three bytes four. */
function soundOf({ bytes, path }: Call): number {
  return (path.includes('/text-to-dialogue/') ? bytes * 0.75 : bytes) / BYTES_A_SECOND;
}

function lateness(call: Call): number {
  const configured = REALISTIC.perLine + REALISTIC.perSecond * soundOf(call);
  return ((call.ended ?? call.began) - call.began) / 1000 / configured - 1;
}
