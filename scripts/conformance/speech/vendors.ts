import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { openDecoder } from '../../../server/sound/mix/decode.ts';
import { openElevenlabs } from '../../../server/sound/speech/openElevenlabs.ts';
import { openSpeechServer } from '../../../server/sound/speech/openSpeechServer.ts';
import type { ProbedNarrator } from '../../../server/sound/speech/speech.ts';
import type { SpeechSubject, TrialAccount } from './subject.ts';

export interface NamedAccount {
  baseUrl: string;
  apiKey?: string | null;
  model?: string | undefined;
  formats?: string[];
  /** `alba`, or `alba=female` where the server does not say it. */
  voices?: string[];
}

const decode = openDecoder(process.env.FFMPEG_PATH ?? null);

export function speechServer(named: NamedAccount): SpeechSubject {
  const { model = 'tts-1', voices = [] } = named;
  const labelled = voices.flatMap(labelledVoice);
  return subjectOf(named, ['wav', 'pcm', 'mp3'], ({ format, ...account }) => {
    const known = FORMATS.find((name) => name === format);
    if (!known) throw new Error(`The product reads ${FORMATS.join(', ')} and no ${format}.`);
    const sound = { model, format: known, voices: labelled.length ? labelled : null, decode };
    return openSpeechServer({ ...account, ...sound }).narrator;
  });
}
const FORMATS = ['wav', 'pcm', 'mp3'] as const;

export const ELEVENLABS = 'https://api.elevenlabs.io';

/** ElevenLabs, in formats that every plan has. */
export function elevenlabs(named: NamedAccount): SpeechSubject {
  const { model: speech = 'eleven_flash_v2_5' } = named;
  return subjectOf(named, ['pcm_24000', 'mp3_44100_128'], ({ apiKey, format, ...account }) =>
    openElevenlabs({ ...account, apiKey: apiKey ?? '', decode }).narrator({ speech, format }),
  );
}

/** A vendor file that somebody writes: its exported function `open…` takes a `TrialAccount`. */
export async function vendorFile(file: string, named: NamedAccount): Promise<SpeechSubject> {
  const exported: Record<string, unknown> = await import(pathToFileURL(path.resolve(file)).href);
  const [, open] = Object.entries(exported).find(([name]) => /^open[A-Z]/.test(name)) ?? [];
  if (typeof open !== 'function') throw new Error(`${file} exports no function open….`);
  return subjectOf(named, ['wav'], (account): ProbedNarrator => open(account));
}

function subjectOf(
  { baseUrl, apiKey = null, formats = [], voices = [] }: NamedAccount,
  usual: string[],
  open: (account: TrialAccount) => ProbedNarrator,
): SpeechSubject {
  return {
    open,
    baseUrl,
    apiKey,
    formats: formats.length ? formats : usual,
    needsAll: formats.length > 0,
    voices: voices.length ? voices.map((voice) => voice.replace(LABEL, '')) : null,
  };
}

const LABEL = /=(female|male)$/i;

/** Reads a voice whose label is in its name, as in `SPEECH_VOICES`. */
function labelledVoice(voice: string) {
  const [label, gender] = LABEL.exec(voice) ?? [];
  if (!label || !gender) return [];
  const id = voice.slice(0, -label.length);
  const isFemale = gender.toLowerCase() === 'female';
  return [
    { id, name: id, gender: isFemale ? ('Female' as const) : ('Male' as const), accent: null },
  ];
}
