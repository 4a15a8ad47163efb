import { createHash } from 'node:crypto';
import type { AudioEngine, PreparedClip } from '../audio/audio.ts';
import type { EpisodeLog } from '../podcasts/episodeLog.ts';
import type { LeasedEpisode, LineRow } from '../podcasts/lease.ts';
import type { Clip, Narrator, Utterance } from '../speech/speech.ts';
import { clipOf, wavOf } from '../speech/wav.ts';
import type { Storage } from '../storage/storage.ts';

interface Tools {
  narrator: Narrator;
  storage: Storage;
  audio: Pick<AudioEngine, 'prepare'>;
  episodeLog: EpisodeLog;
}

export interface LineSynthesizer {
  /**
   * Speaks one line, or finds the clip that was bought before, and records it in the ledger.
   * `previousText` is what was said just before, for the intonation; what comes after is told to
   * the provider too where it is known by then.
   */
  speak(line: LineRow, previousText: string | undefined): Promise<PreparedClip>;
  /** Lines so far whose first clip would not do. */
  readonly askedAgain: number;
}

/** Where the lines of one episode are spoken. */
export function openLineSynthesizer(
  work: LeasedEpisode,
  tools: Tools,
  signal: AbortSignal,
): LineSynthesizer {
  const { narrator, storage, audio, episodeLog } = tools;
  // The second "Right." of a host waits for the first instead of being bought beside it.
  const underWay = new Map<string, Promise<Clip>>();
  /** What is said where: by the time a line's turn comes, the one after it has often been written. */
  const said = new Map<number, string>();
  const askedAgain = new Set<number>();

  async function find(key: string, line: LineRow, previousText?: string): Promise<Clip> {
    const stored = await storage.get(key);
    if (stored) return clipOf(stored);
    const utterance: Utterance = {
      voiceId: voiceOf(work, line),
      text: line.text,
      episode: work.podcast.publicId,
      previousText,
      nextText: () => said.get(line.position + 1),
      onBought(_characters, good) {
        if (!good) askedAgain.add(line.position);
      },
    };
    const clip = await narrator.speak(utterance, signal);
    // Stored before the ledger says so: after a crash between the two it is found by its address.
    await storage.put(key, wavOf(clip), 'audio/wav');
    return clip;
  }

  return {
    get askedAgain() {
      return askedAgain.size;
    },
    async speak(line, previousText) {
      said.set(line.position, line.text);
      const key = line.clipKey ?? clipKey(voiceOf(work, line), narrator.settings, line.text);
      const finding = underWay.get(key) ?? find(key, line, previousText);
      underWay.set(key, finding);
      const clip = await finding.finally(() => underWay.delete(key));
      const prepared = audio.prepare(clip);
      if (line.state !== 'spoken') {
        const milliseconds = Math.round(prepared.milliseconds);
        await episodeLog.recordSpoken(work, line.position, { clipKey: key, milliseconds });
      }
      return prepared;
    },
  };
}

/** The same words in the same voice with the same settings are the same clip, whoever asks. */
function clipKey(voiceId: string, settings: string, text: string): string {
  const hash = createHash('sha256').update(JSON.stringify([voiceId, settings, text]));
  return `clips/${hash.digest('hex')}.wav`;
}

function voiceOf(work: LeasedEpisode, line: LineRow): string {
  return line.speaker === 'A' ? work.podcast.voice1Id : work.podcast.voice2Id;
}
