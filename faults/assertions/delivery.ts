import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { LENGTH_TOLERANCE } from '#shared/quality.ts';
import { storedKeys } from '../../server/episodes/log/storedSound.ts';
import { findFfmpeg } from '../../server/sound/mix/findFfmpeg.ts';
import { measure } from '../../server/sound/mix/measure.ts';
import type { System } from '../system.ts';
import type { Evidence } from './purchases.ts';

/**
 * As a share of the minutes bought. Shorter episodes have the product's own tolerance: all but
 * their goodbye is written before any line is measured.
 */
const LENGTH_ERROR = 0.03;
const SHORTEST = 4;
/** One MP3 frame more or less, as a share of the length. */
const FRAME = 0.001;

export type Delivery = Pick<Evidence, 'episode' | 'state' | 'entries' | 'limits'>;

export async function delivered(delivery: Delivery, system: System): Promise<string[]> {
  return [
    ...(await oneEmail(delivery, system)),
    ...(await moneyUntouched(delivery, system)),
    ...(await oneFile(delivery, system)),
    ...(await soundAsBought(delivery, system)),
  ];
}

async function oneEmail({ episode, entries, limits }: Delivery, system: System): Promise<string[]> {
  const { rows } = await system.pool.query(
    "select message_id as id from emails where about = $1 and kind = 'ready'",
    [`podcast:${episode.id}`],
  );
  const { length } = entries.filter(
    (entry) => entry.kind === 'mail' && entry.messageId === rows[0]?.id,
  );
  return length >= 1 && length <= limits.emails ? [] : [`${length} "ready" emails were sent`];
}

async function moneyUntouched(delivery: Delivery, { pool }: System): Promise<string[]> {
  const { episode, entries } = delivery;
  const moved = entries.flatMap((entry) =>
    (entry.kind === 'charge' || entry.kind === 'refund') &&
    entry.transactionId === episode.transactionId
      ? `${entry.kind} of ${entry.cents}`
      : [],
  );
  const { rows } = await pool.query(
    'select status, total, flag, refund_id as refund from orders where public_id = $1',
    [episode.orderId],
  );
  const order = JSON.stringify(rows[0]);
  const paid = JSON.stringify({ status: 'paid', total: episode.cents, flag: null, refund: null });
  return [
    ...(moved.join() === `charge of ${episode.cents}` ? [] : [`money moved: ${moved.join()}`]),
    ...(order === paid ? [] : [`the order is ${order}`]),
  ];
}

async function oneFile({ state }: Delivery, system: System): Promise<string[]> {
  const objects = await system.objects();
  const folder = `episodes/${state.publicId}`;
  const keys = storedKeys(state.publicId);
  const wanted = [...Object.values(keys), ...state.parts].sort();
  const found = [...objects.keys()].filter((key) => key.startsWith(`${folder}/`)).sort();
  const { rows } = await system.pool.query('select clip_key as key from podcast_lines');
  const named = new Set(rows.map(({ key }) => key));
  const orphans = [...objects.keys()].filter((key) => key.startsWith('clips/') && !named.has(key));
  const bytes = objects.get(state.audioKey ?? '');
  return [
    ...(found.join() === wanted.join() ? [] : [`in the bucket: ${found}; named: ${wanted}`]),
    ...(state.audioKey === keys.audio ? [] : [`its sound is ${state.audioKey}`]),
    ...(bytes === state.audioBytes ? [] : [`${bytes} bytes stored, ${state.audioBytes} named`]),
    ...(objects.get(keys.stream) === state.streamBytes
      ? []
      : ['another length to stream is named']),
    ...orphans.map((key) => `a clip that no line names: ${key}`),
  ];
}

async function soundAsBought({ episode }: Delivery, system: System): Promise<string[]> {
  const { url } = await system.product();
  const reply = await fetch(`${url}/media/${episode.shareToken}/episode.mp3`);
  if (!reply.ok) return [`the listener gets ${reply.status}`];
  const file = path.join(system.dir, 'heard.mp3');
  await writeFile(file, new Uint8Array(await reply.arrayBuffer()));
  const { path: ffmpeg } = await findFfmpeg(null);
  const { seconds } = await measure(ffmpeg, file, AbortSignal.timeout(60_000));
  await rm(file);
  const error = seconds / (episode.minutes * 60) - 1;
  const most = episode.minutes < SHORTEST ? LENGTH_TOLERANCE + FRAME : LENGTH_ERROR;
  return Math.abs(error) <= most
    ? []
    : [`${seconds} s for ${episode.minutes} minutes: ${(error * 100).toFixed(1)} %`];
}
