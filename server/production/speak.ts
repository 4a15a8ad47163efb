import { createHash } from 'node:crypto';
import type { Desk, PreparedClip } from '../audio/audio.ts';
import type { LineRow, Work } from '../podcasts/lease.ts';
import type { Ledger } from '../podcasts/ledger.ts';
import type { Clip, Narrator } from '../speech/speech.ts';
import { clipOf, wavOf } from '../speech/wav.ts';
import type { Storage } from '../storage/storage.ts';

interface Tools {
  narrator: Narrator;
  storage: Storage;
  desk: Pick<Desk, 'prepare'>;
  ledger: Ledger;
}

/** The same words in the same voice with the same settings are the same clip, whoever asks. */
function clipKey(voiceId: string, settings: string, text: string): string {
  const hash = createHash('sha256').update(JSON.stringify([voiceId, settings, text]));
  return `clips/${hash.digest('hex')}.wav`;
}

function voiceOf(work: Work, line: Pick<LineRow, 'speaker'>): string {
  return line.speaker === 'A' ? work.podcast.voice1Id : work.podcast.voice2Id;
}

/**
 * Speaks one line, or finds the clip that was bought before. The clip is stored before the ledger
 * says so: after a crash between the two it is found by its address and not bought again.
 */
export async function speakLine(
  work: Work,
  line: LineRow,
  previousText: string | undefined,
  tools: Tools,
  signal: AbortSignal,
): Promise<PreparedClip> {
  const { narrator, storage, desk, ledger } = tools;
  const voiceId = voiceOf(work, line);
  const key = line.clipKey ?? clipKey(voiceId, narrator.settings, line.text);
  const stored = await storage.get(key);
  const clip: Clip = stored
    ? clipOf(stored)
    : await narrator.speak({ voiceId, text: line.text, previousText }, signal);
  if (!stored) await storage.put(key, wavOf(clip), 'audio/wav');
  const prepared = desk.prepare(clip);
  if (line.state !== 'spoken') {
    const milliseconds = Math.round(prepared.milliseconds);
    await ledger.recordSpoken(work, line.position, { clipKey: key, milliseconds });
  }
  return prepared;
}
