import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { QualityCard } from '#shared/quality.ts';
import type { Voice } from '#shared/voices.ts';
import type { EpisodeLog } from '../episodes/log/episodeLog.ts';
import { openDecoder } from '../sound/mix/decode.ts';
import { clipOf } from '../sound/speech/wav.ts';
import { correlate } from '../testing/correlate.ts';
import { openProduction, type Production } from '../testing/production.ts';

/* An episode with one voice of ElevenLabs, whose model performs takes, and one of a speech server, at 44.1 and 24 kHz. */

let production: Production;
beforeAll(async () => {
  production = await openProduction({
    speech: 'eleven_v4',
    format: 'mp3_44100_128',
    withSpeechServer: true,
  });
});
afterAll(() => production.close());

const isServed = ({ id }: Pick<Voice, 'id'>) => id.startsWith('speech:');
const oneOfEach = (all: Voice[]) => [all.find((one) => !isServed(one)), all.find(isServed)];
const bought = () =>
  production.entries().flatMap((entry) => (entry.kind === 'speech' ? [entry] : []));

describe('hosts of two providers', { timeout: 150_000 }, () => {
  it('the catalogue has the voices of both, and no name twice', async () => {
    const voices = await production.tools.voices.list();
    const served = voices.filter(isServed);
    expect(served.length).toBeGreaterThanOrEqual(2);
    expect(voices.length - served.length).toBeGreaterThanOrEqual(66);
    expect(new Set(voices.map(({ name }) => name)).size).toBe(voices.length);
  });

  it('an interrupted episode keeps minutes and loudness, and buys no line again that it had', async () => {
    const { id } = await production.order(2, 'Lichen', oneOfEach);
    const before = bought().length;
    let interruptedAfter = 0;
    let kept: number[] = [];
    const episodeLog: EpisodeLog = {
      ...production.episodeLog,
      async recordSpoken(...spoken) {
        if (!interruptedAfter) {
          const spokenLines = (await production.linesOf(id)).filter(
            ({ state }) => state === 'spoken',
          );
          // One provider may be far ahead of the other; what was bought of both is to be kept.
          const haveBoth = new Set(spokenLines.map(({ speaker }) => speaker)).size === 2;
          if (spokenLines.length >= 6 && haveBoth && !interruptedAfter) {
            interruptedAfter = bought().length;
            kept = spokenLines.map(({ position }) => position);
            throw new Error('interrupted');
          }
        }
        await production.episodeLog.recordSpoken(...spoken);
      },
    };
    const row = await production.make(id, { episodeLog });
    expect([row.status, kept.length >= 6]).toEqual(['completed', true]);
    const quality = row.quality as QualityCard;
    expect(Math.abs(quality.lengthError)).toBeLessThan(0.03);
    expect(Math.abs(quality.loudness + 16)).toBeLessThan(1);
    expect(quality.truePeak).toBeLessThanOrEqual(-1);
    expect(quality.flags).toEqual([]);

    const lines = await production.linesOf(id);
    const purchases = bought().slice(before);
    const after = bought().slice(interruptedAfter);
    // Line by line, each by the provider of its host.
    expect(purchases.filter(({ take }) => take)).toEqual([]);
    for (const [speaker, provider] of [
      ['A', 'elevenlabs'],
      ['B', 'openai'],
    ] as const) {
      const textsIn = (some: typeof purchases) =>
        some.flatMap((purchase) => (purchase.provider === provider ? [purchase.text] : []));
      const spoken = lines.filter((line) => line.speaker === speaker);
      const narrator = production.tools.narratorOf(speaker === 'A' ? row.voice1Id : row.voice2Id);
      const has = spoken.filter(({ position }) => kept.includes(position));
      expect(has.length).toBeGreaterThan(0);
      for (const line of has) expect(textsIn(after)).not.toContain(narrator.tagged(line));
      for (const line of spoken) expect(textsIn(purchases)).toContain(narrator.tagged(line));
    }
  });

  it('each line is heard where its transcript says', async () => {
    const { id } = await production.order(1, 'Moss', (all) => oneOfEach(all).reverse());
    const row = await production.make(id);
    const file = await production.storage.get(row.audioKey ?? '');
    const signal = new AbortController().signal;
    const { samples: recording } = await openDecoder(production.ffmpeg)(
      file ?? Buffer.of(),
      signal,
    );
    for (const line of await production.linesOf(id)) {
      const wav = await production.storage.get(line.clipKey ?? '');
      const { audio } = production.tools;
      const prepared = audio.prepare(clipOf(wav ?? Buffer.of()));
      const clip = await audio.resample(prepared, { sampleRate: 44_100, signal });
      const middle = Math.floor(clip.samples.length / 3);
      const word = clip.samples.subarray(middle, middle + WORD);
      const at = Math.round(44.1 * (line.startMilliseconds ?? 0)) + middle;
      const around = recording.subarray(at - REACH, at + word.length + REACH);
      const found = correlate(around, word);
      expect({ text: line.text, isFound: Math.sqrt(found.likeness) > 0.8 }).toEqual({
        text: line.text,
        isFound: true,
      });
      expect(Math.abs(found.at - REACH)).toBeLessThan(0.05 * 44_100);
    }
  });
});

/** Samples of a line that are looked for. */
const WORD = 11_025;
/** Samples about the place that is named, among which they are. */
const REACH = 4_410;
