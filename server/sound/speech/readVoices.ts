import { z } from 'zod';
import type { NamedVoice } from './namedVoices.ts';
import type { ProviderVoice } from './speech.ts';
import { labelsOf, openaiLabels, readKokoro } from './voiceLabels.ts';

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
  const ids = Object.keys(openaiLabels).filter(
    (id) => !/^tts-1/.test(model) || !NEWER.includes(id),
  );
  return ids.map((id) => describeListed({ id }));
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

function providerVoice(id: string, name: string, labels: Record<string, string>): ProviderVoice {
  return {
    id: `${PREFIX}${id}`,
    name,
    labels,
    description: null,
    category: null,
    rate: 1,
    endsAt: null,
  };
}

const capital = (name: string) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
