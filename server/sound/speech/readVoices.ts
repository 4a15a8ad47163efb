import { z } from 'zod';
import type { ProviderVoice } from './speech.ts';

/** Begins a speech server's voice ids in the catalogue; ElevenLabs' ids hold no colon. */
const PREFIX = 'speech:';
export const owns = (voiceId: string): boolean => voiceId.startsWith(PREFIX);
export const voiceNameOf = (voiceId: string): string => voiceId.slice(PREFIX.length);

interface Listed {
  id: string;
  name?: string | undefined;
  gender?: string | undefined;
  language?: string | undefined;
}

const listed = z
  .union([
    z.string().transform((id): Listed => ({ id })),
    z.object({
      id: z.string().optional(),
      name: z.string().optional(),
      gender: z.string().optional(),
      language: z.string().optional(),
    }),
  ])
  .transform((voice): Listed[] => {
    const id = voice.id ?? voice.name;
    return id ? [{ ...voice, id }] : [];
  });

/** Kokoro-FastAPI sends names or objects, Speaches objects, LocalAI voices by model. */
const list = z.union([
  z.object({ voices: z.array(listed) }),
  z.object({ data: z.array(z.object({ voices: z.array(listed) })) }),
]);

/** Throws for an answer that none of these servers gives. */
export function readVoices(answer: unknown): ProviderVoice[] {
  if (typeof answer === 'string' && /^\s*</.test(answer)) throw new Error('the answer is HTML');
  const read = list.safeParse(answer).data;
  if (!read) throw new Error('the answer is no list of voices');
  const all = 'voices' in read ? read.voices : read.data.flatMap(({ voices }) => voices);
  return all.flat().map(describeListed);
}

export const ofNamed = ({ id, name, gender, accent }: NamedVoice): ProviderVoice =>
  providerVoice(id, name, {
    gender: gender.toLowerCase(),
    language: 'en',
    ...(accent ? { accent: accent.toLowerCase() } : {}),
  });

/** These came with gpt-4o-mini-tts; tts-1 lacks them. */
const NEWER = ['ballad', 'cedar', 'marin', 'verse'];

/** OpenAI has no endpoint that lists its voices. */
export function openaiVoices(model: string): ProviderVoice[] {
  const isOlder = /^tts-1/.test(model);
  return Object.keys(openaiLabels)
    .filter((id) => !isOlder || !NEWER.includes(id))
    .map((id) => describeListed({ id }));
}

/** The server's labels overrule those that a voice's name implies. */
function describeListed({ id, name, gender, language }: Listed): ProviderVoice {
  const kokoro = readKokoro(id);
  const own = name && name !== id ? name : null;
  return providerVoice(id, own ?? capital(kokoro?.name ?? id), {
    ...(kokoro?.labels ?? openaiLabels[id]),
    ...(gender && { gender: gender.toLowerCase() }),
    ...(language && labelsOf(language)),
  });
}

function providerVoice(id: string, name: string, labels: Labels): ProviderVoice {
  const unknown = { description: null, category: null, rate: 1, endsAt: null };
  return { id: `${PREFIX}${id}`, name, labels, ...unknown };
}

const capital = (name: string) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

/** `gender`, `accent` and `language`, as far as they are known. */
type Labels = Record<string, string>;

/** Kokoro's names: language, female or male, and the name itself, as in `bf_emma`. */
const KOKORO = /^([a-z])([fm])_(.+)$/;
const LANGUAGES: Record<string, string> = {
  a: 'en-US',
  b: 'en-GB',
  e: 'es',
  f: 'fr',
  h: 'hi',
  i: 'it',
  j: 'ja',
  p: 'pt',
  z: 'zh',
};

/** Null for a name that is not Kokoro's. */
function readKokoro(id: string): { name: string; labels: Labels } | null {
  const [, letter = '', gender, name = ''] = KOKORO.exec(id) ?? [];
  const language = LANGUAGES[letter];
  if (!language) return null;
  return { name, labels: { gender: gender === 'f' ? 'female' : 'male', ...labelsOf(language) } };
}

const ACCENTS: Record<string, string> = {
  us: 'american',
  gb: 'british',
  au: 'australian',
  ie: 'irish',
  in: 'indian',
};

/** Takes a tag such as `en-US` or `en_GB`. */
function labelsOf(tag: string): Labels {
  const [language = '', region = ''] = tag.toLowerCase().split(/[-_]/);
  const accent = language === 'en' ? ACCENTS[region] : undefined;
  return { language, ...(accent ? { accent } : {}) };
}

const american = (gender: 'female' | 'male') => ({ gender, ...labelsOf('en-US') });
const british = (gender: 'female' | 'male') => ({ gender, ...labelsOf('en-GB') });
/** OpenAI publishes neither gender nor accent of its voices: this is how most people hear them. */
const openaiLabels: Readonly<Record<string, Labels>> = {
  alloy: american('female'),
  ash: american('male'),
  ballad: british('male'),
  cedar: american('male'),
  coral: american('female'),
  echo: american('male'),
  fable: british('male'),
  marin: american('female'),
  nova: american('female'),
  onyx: american('male'),
  sage: american('female'),
  shimmer: american('female'),
  verse: american('male'),
};

export interface NamedVoice {
  /** The server's own id. */
  id: string;
  name: string;
  gender: 'Male' | 'Female';
  accent: string | null;
}

const GENDERS = { male: 'Male', female: 'Female' } as const;
const FORM =
  '"id: Name, female", with an accent after it if you like, and a semicolon between two voices';

/** Reads `af_heart: Heart, female, American; am_adam: Adam, male`, or says what is wrong. */
export function readNamedVoices(text: string): NamedVoice[] | string {
  const voices: NamedVoice[] = [];
  for (const entry of text.split(';').map((part) => part.trim())) {
    if (!entry) continue;
    const at = entry.lastIndexOf(':');
    const id = entry.slice(0, Math.max(at, 0)).trim();
    const [name = '', word = '', accent = '', ...rest] = entry
      .slice(at + 1)
      .split(',')
      .map((part) => part.trim());
    const gender = GENDERS[word.toLowerCase() as keyof typeof GENDERS];
    if (!id || !name || !gender || rest.length) return `${entry} is not a voice: write ${FORM}`;
    if (voices.some((voice) => voice.id === id)) return `${id} is named twice`;
    voices.push({ id, name, gender, accent: accent || null });
  }
  return voices.length ? voices : `no voice is named: write ${FORM}`;
}
