import { createHash } from 'node:crypto';
import type { LineRow } from '../../episodes/log/lease.ts';
import type { Clip, Narrator } from '../../sound/speech/speech.ts';
import { clipOf, wavOf } from '../../sound/speech/wav.ts';
import { OPENING_PIECES } from '../read/readingQueue.ts';
import type { EpisodeRun } from '../run/episodeRun.ts';

interface LineToSpeak {
  line: LineRow;
  voiceId: string;
}

interface Waiting extends LineToSpeak, Pick<LineRow, 'position' | 'section'> {
  key: string;
  clip: PromiseWithResolvers<Clip>;
}

type Takes = Pick<EpisodeRun, 'work' | 'signal' | 'storage'> & {
  narrator: Narrator;
};

/** `onUnusable` gets the lines of each take that is requested again. */
export function openTakes(
  { work, signal, narrator, storage }: Takes,
  longest: number,
  onUnusable: (lines: LineRow[]) => void,
) {
  const episode = work.podcast.publicId;
  const gatherer = openTakeGatherer<Waiting>(longest, (take) => {
    speak(take).catch((error) => {
      for (const { clip } of take) clip.reject(error);
    });
  });

  /** Independent of the take, which may be another one after a restart. */
  function keyOf(position: number, voiceId: string, tagged: string): string {
    const address = JSON.stringify(['take', episode, position, voiceId, narrator.settings, tagged]);
    return `clips/${createHash('sha256').update(address).digest('hex')}.wav`;
  }

  async function speak(take: Waiting[]): Promise<void> {
    const found = await Promise.all(take.map(({ key }) => storage.get(key)));
    for (const [index, wav] of found.entries()) if (wav) take[index]?.clip.resolve(clipOf(wav));
    const missing = take.filter((_, index) => !found[index]);
    const clips = await buy(missing);
    // Stored before they are logged: after a crash between the two, their keys find them.
    await Promise.all(
      missing.map(async ({ key, clip: wanted }, index) => {
        const clip = clips[index];
        if (!clip) throw new Error('a take has no clip for one of its lines');
        await storage.put(key, wavOf(clip), 'audio/wav');
        wanted.resolve(clip);
      }),
    );
  }

  async function buy(take: Waiting[]): Promise<Clip[]> {
    const lines = take.map(({ voiceId, line: { text, delivery } }) => ({
      voiceId,
      text,
      delivery,
    }));
    const onBought = (_characters: number, good: boolean) => {
      if (!good) onUnusable(take.map(({ line }) => line));
    };
    const [only, ...others] = lines;
    if (!only) return [];
    if (others.length) return narrator.speakTake({ lines, episode, onBought }, signal);
    // A single line is no scene, and may be longer than a take.
    return [await narrator.speak({ ...only, episode, onBought }, signal)];
  }

  return {
    /** Call when no line follows soon. */
    end: gatherer.end,
    /** Adds the next line of the script. Its clip resolves once its take is spoken. */
    add({ line, voiceId }: LineToSpeak): { key: string; clip: Promise<Clip> } {
      const { position, section } = line;
      const tagged = narrator.tagged(line);
      const key = keyOf(position, voiceId, tagged);
      const clip = Promise.withResolvers<Clip>();
      gatherer.add({ line, voiceId, position, section, key, clip }, tagged.length);
      return { key, clip: clip.promise };
    },
  };
}

/** Most lines of a take: an answer of a minute, which is lost as a whole if it fails. */
const MOST_LINES = 12;
/** Short, because nothing of a take is heard until all of it is spoken, and somebody waits. */
const [FIRST, SECOND] = OPENING_PIECES;
const SHORT_TAKES = [FIRST, FIRST + SECOND];

type Place = Pick<LineRow, 'position' | 'section'>;

export function openTakeGatherer<L extends Place>(longest: number, send: (take: L[]) => void) {
  let open: L[] = [];
  let characters = 0;

  function end(): void {
    const take = open;
    open = [];
    characters = 0;
    if (take.length) send(take);
  }

  return {
    end,
    /** `length`: characters of the line, tags included. */
    add(line: L, length: number): void {
      const last = open.at(-1);
      const follows = !last || line.section === last.section;
      if (!follows || characters + length > longest) end();
      open.push(line);
      characters += length;
      const first = open[0]?.position ?? 0;
      const isShort = SHORT_TAKES.some((end) => first < end && line.position + 1 >= end);
      if (open.length === MOST_LINES || isShort) end();
    },
  };
}
