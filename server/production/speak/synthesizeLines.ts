import { createHash } from 'node:crypto';
import { coalesce } from '../../base/kit/coalesce.ts';
import type { LeasedEpisode, LineRow } from '../../episodes/log/lease.ts';
import type { PreparedClip } from '../../sound/mix/audio.ts';
import type { Clip, Utterance } from '../../sound/speech/speech.ts';
import { clipOf, wavOf } from '../../sound/speech/wav.ts';
import type { EpisodeRun } from '../run/episodeRun.ts';
import { longestTakeOf, narratorsOf } from '../run/specOf.ts';
import { speedOf } from './gaps.ts';
import { openTakes } from './speakTakes.ts';

type Run = Pick<EpisodeRun, 'work' | 'signal' | 'narratorOf' | 'storage' | 'audio' | 'episodeLog'>;

export function openLineSynthesizer(run: Run) {
  const { work, signal, storage, audio, episodeLog } = run;
  const narrators = narratorsOf(run);
  const longestTake = longestTakeOf(run);
  // A host's second "Right." waits for the first instead of being bought as well.
  const shared = coalesce<Clip>();
  /** Texts by position: the next line has often been written when one is spoken. */
  const texts = new Map<number, string>();
  const askedAgain = new Set<number>();

  const speedFor = ({ speaker }: LineRow) =>
    narrators[speaker].variesSpeed ? speedOf(work.podcast.tone) : 1;

  const takes =
    longestTake === null
      ? null
      : openTakes({ work, signal, narrator: narrators.A, storage }, longestTake, (lines) => {
          for (const { position } of lines) askedAgain.add(position);
        });

  async function find(key: string, line: LineRow, previousText?: string): Promise<Clip> {
    const stored = await storage.get(key);
    if (stored) return clipOf(stored);
    const utterance: Utterance = {
      voiceId: voiceOf(work, line),
      text: line.text,
      delivery: line.delivery,
      speed: speedFor(line),
      episode: work.podcast.publicId,
      previousText,
      nextText: () => texts.get(line.position + 1),
      onBought(_characters, good) {
        if (!good) askedAgain.add(line.position);
      },
    };
    const clip = await narrators[line.speaker].speak(utterance, signal);
    // Stored before it is logged: after a crash between the two, its key finds it.
    await storage.put(key, wavOf(clip), 'audio/wav');
    return clip;
  }

  function findAlone(line: LineRow, previousText: string | undefined) {
    takes?.end();
    const narrator = narrators[line.speaker];
    const key =
      line.clipKey ??
      clipKey(voiceOf(work, line), narrator.settings, narrator.tagged(line), speedFor(line));
    return { key, clip: shared(key, () => find(key, line, previousText)) };
  }

  return {
    /** Lines so far whose first clip was unusable. */
    get askedAgain() {
      return askedAgain.size;
    },
    /** Call when no line follows soon: what waits for more lines is spoken now. */
    endTake(): void {
      takes?.end();
    },
    /**
     * Logs the clip. Call in the order of the script: where the model performs takes, a line waits
     * for the rest of its take. Elsewhere `previousText` and the next line's text guide the
     * intonation.
     */
    async speak(line: LineRow, previousText: string | undefined): Promise<PreparedClip> {
      texts.set(line.position, line.text);
      const { key, clip } =
        takes && line.clipKey === null
          ? takes.add({ line, voiceId: voiceOf(work, line) })
          : findAlone(line, previousText);
      const prepared = audio.prepare(await clip);
      if (line.state !== 'spoken') {
        const milliseconds = Math.round(prepared.milliseconds);
        await episodeLog.recordSpoken(work, line.position, { clipKey: key, milliseconds });
      }
      return prepared;
    },
  };
}

/**
 * The same text, voice, settings and speed are the same clip in every episode. A speed of 1 is left
 * out, so that clips from before it could vary are still found.
 */
function clipKey(voiceId: string, settings: string, text: string, speed: number): string {
  const address = [voiceId, settings, text, ...(speed === 1 ? [] : [speed])];
  const hash = createHash('sha256').update(JSON.stringify(address));
  return `clips/${hash.digest('hex')}.wav`;
}

function voiceOf(work: LeasedEpisode, line: LineRow): string {
  return line.speaker === 'A' ? work.podcast.voice1Id : work.podcast.voice2Id;
}
