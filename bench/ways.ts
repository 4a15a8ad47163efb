import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { chaptersFor } from '#shared/chapters.ts';
import type { ScriptLine, Speaker } from '#shared/script.ts';
import { openFfmpegEngine } from '../server/sound/mix/ffmpegEngine.ts';
import { openElevenlabs } from '../server/sound/speech/openElevenlabs.ts';
import type { Clip, Narrator } from '../server/sound/speech/speech.ts';
import type { TcpProxy } from '../server/testing/tcpProxy.ts';
import type { ScriptSpec, SectionSpec } from '../server/writing/script/scriptWriter.ts';
import { openaiWriter } from '../server/writing/writer/openaiWriter.ts';
import { forEach } from './customer.ts';
import { masterClips } from './master.ts';
import { LINES_MODEL, REALISTIC, type Stage } from './stage.ts';

/* How others make an episode; with the product's own vendor files, for a fair comparison. */

const WORDS_A_MINUTE = 150;
const GAP = 350;
const never = new AbortController().signal;
const run = promisify(execFile);

export interface Order {
  minutes: number;
  topic: string;
  voices: [string, string];
  names: [string, string];
}

export interface Script {
  lines: ScriptLine[];
  seconds: number;
}

export function openWays({ proxy, dir, ffmpeg }: Stage) {
  const writer = openaiWriter({ ...proxy.addresses.openai, model: 'gpt-6-luna' });
  const audio = openFfmpegEngine({ ffmpeg });

  return {
    async write(order: Order): Promise<Script> {
      const began = performance.now();
      const spec = specOf(order);
      const outline = await writer.plan(spec, never);
      const weights = outline.sections.reduce((sum, { weight }) => sum + weight, 0);
      const lines: ScriptLine[] = [];
      for (const [section, { weight }] of outline.sections.entries()) {
        const words = Math.round((order.minutes * WORDS_A_MINUTE * weight) / weights);
        const isLast = section === outline.sections.length - 1;
        const place = section === 0 ? 'opening' : isLast ? 'closing' : 'middle';
        const soFar = [...lines];
        const ask: SectionSpec = { ...spec, outline, section, words, place, soFar };
        for await (const line of writer.write(ask, never)) lines.push(line);
      }
      return { lines, seconds: since(began) };
    },

    /** Speaks all lines, `atOnce` in parallel. Resolves with the clips in order, and the seconds. */
    async speak({ voices }: Order, lines: ScriptLine[], atOnce: number) {
      // A limiter for each episode, or they would wait for each other's lines.
      const narrator = narratorFor(proxy, atOnce);
      const began = performance.now();
      const clips: Clip[] = [];
      await forEach(lines.entries(), atOnce, async ([index, { speaker, text, delivery }]) => {
        const voiceId = speaker === 'A' ? voices[0] : voices[1];
        const utterance = { voiceId, text, delivery, previousText: lines[index - 1]?.text };
        clips[index] = await narrator.speak(utterance, never);
      });
      return { clips, seconds: since(began) };
    },

    /** Mixes all lines at the target loudness and checks the file. Seconds: taken, and of audio. */
    async master(lines: ScriptLine[], clips: Clip[]) {
      const began = performance.now();
      const file = path.join(dir, 'mixed.mp3');
      const sampleOf = (speaker: Speaker) =>
        clips[lines.findIndex((line) => line.speaker === speaker)] as Clip;
      const samples = { A: sampleOf('A'), B: sampleOf('B') };
      await masterClips(audio, file, { samples, lines, clips, gap: GAP });
      const { seconds: sound } = await audio.measure(file, never);
      return { seconds: since(began), sound };
    },

    /** Decodes each clip's MP3, joins them and encodes again. Seconds: taken, and of audio. */
    async glue(clips: Clip[]) {
      // This is not measured, because a provider can send MP3 itself.
      const files = clips.map((_, index) => path.join(dir, `line-${index}.mp3`));
      for (const [index, clip] of clips.entries()) {
        await writeFile(files[index] ?? '', await audio.encode(clip, never));
      }
      const began = performance.now();
      const whole = path.join(dir, 'appended.pcm');
      const raw = ['-f', 's16le', '-ar', '44100', '-ac', '1'];
      const pieces: Buffer[] = [];
      for (const file of files) {
        const decoded = `${file}.pcm`;
        await run(ffmpeg, ['-v', 'error', '-nostdin', '-y', '-i', file, ...raw, decoded]);
        pieces.push(await readFile(decoded), Buffer.alloc((GAP / 1000) * 44_100 * 2));
      }
      await writeFile(whole, Buffer.concat(pieces));
      const mp3 = ['-c:a', 'libmp3lame', '-b:a', '128k', path.join(dir, 'appended.mp3')];
      await run(ffmpeg, ['-v', 'error', '-nostdin', '-y', ...raw, '-i', whole, ...mp3]);
      const bytes = pieces.reduce((sum, { length }) => sum + length, 0);
      return { seconds: since(began), sound: bytes / 2 / 44_100 };
    },
  };
}

function narratorFor(proxy: TcpProxy, concurrency: number): Narrator {
  const account = openElevenlabs({ ...proxy.addresses.elevenlabs, concurrency });
  return account.narrator({ speech: LINES_MODEL, format: 'pcm_24000' });
}

function specOf({ minutes, topic, names }: Order): ScriptSpec {
  const [hostA, hostB] = names;
  // A unique key, so that the stand-in's answer does not depend on earlier requests.
  const episode = `bench-${minutes}-${chaptersFor(minutes)}`;
  return { episode, topic, tone: 'Normal', style: 'Conversation', minutes, hostA, hostB };
}

function since(began: number): number {
  return (performance.now() - began) / 1000;
}

export async function voicesOf({ proxy }: Stage): Promise<[string, string]> {
  const narrator = narratorFor(proxy, 1);
  const listed = await narrator.voices(never);
  const first = (gender: string) => listed.find(({ labels }) => labels.gender === gender)?.id ?? '';
  return [first('female'), first('male')];
}

export const ALL_SLOTS = REALISTIC.slots;
