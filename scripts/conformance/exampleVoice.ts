import {
  ProviderFailure,
  type ProviderTrouble,
  retryAfterOf,
} from '../../server/base/kit/provider.ts';
import { retry } from '../../server/base/kit/retry.ts';
import { type Ask, openCalls } from '../../server/sound/speech/calls.ts';
import { receive } from '../../server/sound/speech/readSound.ts';
import type { Clip, ProbedNarrator, Utterance } from '../../server/sound/speech/speech.ts';
import {
  openTurns,
  retryPolicyOf,
  type TurnOptions,
} from '../../server/sound/speech/speechTurns.ts';

/** Or a name of its own, which `SpeechProvider` of `speech.ts` is given as well. */
const provider = 'Speech server';
const PREFIX = 'parrot:';
type Get = (path: string, signal: AbortSignal, body?: object) => Promise<Response>;
type Listed = { name: string; sex: 'female' | 'male' }[];

export function openParrot(options: TurnOptions & { baseUrl: string; apiKey: string | null }) {
  const { baseUrl, apiKey } = options;
  const get: Get = async (path, signal, body) => {
    const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
    const sent = body ? { method: 'POST', body: JSON.stringify(body) } : {};
    const answer = await fetch(baseUrl + path, { ...sent, headers, signal, redirect: 'error' });
    if (!answer.ok) throw refusal(answer, await answer.text());
    return answer;
  };
  const patience = retryPolicyOf(options);
  const call = openCalls<Get>({ provider, failureOf, connect: async () => get }, patience);
  const turns = openTurns({ ...options, call, crowdingOf });

  const askList: Ask<Get, Listed> = async (get, signal) => (await get('/voices', signal)).json();
  const askLine =
    ({ voiceId, text, speed = 1, onBought }: Utterance): Ask<Get, Clip> =>
    async (get, signal, alive) => {
      const voice = voiceId.slice(PREFIX.length);
      const answer = await get('/say', signal, { voice, text, speed });
      const coding = { codec: 'wav' as const, sampleRate: 24_000 };
      const delivery = { text, coding, costOf: () => text.length, onBought };
      return receive(answer, delivery, signal, alive);
    };

  const narrator: ProbedNarrator = {
    provider,
    model: 'parrot',
    settings: `parrot/${new URL(baseUrl).hostname}/wav`,
    tagged: ({ text }) => text,
    variesSpeed: true,
    longestTake: null,
    owns: (voiceId) => voiceId.startsWith(PREFIX),
    async voices(signal) {
      const listed = await retry(patience, signal, () => call(signal, askList));
      const same = { description: null, category: null, rate: 1, endsAt: null };
      return listed.map(({ name, sex }) => {
        const labels = { gender: sex, language: 'en' };
        return { id: PREFIX + name, name, labels, ...same };
      });
    },
    probe: async (signal) => void (await call(signal, askList)),
    speak: (utterance, signal) => turns.request(utterance, askLine(utterance), signal),
    speakTake: async () => {
      throw new Error('it speaks line by line');
    },
  };
  return narrator;
}

const TROUBLES: Record<number, ProviderTrouble> = { 401: 'refused', 402: 'spent', 429: 'busy' };

function refusal(answer: Response, words: string): ProviderFailure {
  const trouble = TROUBLES[answer.status] ?? (answer.status < 500 ? 'rejected' : 'busy');
  const subject = answer.status === 404 ? 'voice' : undefined;
  const more = { subject, cause: answer, retryAfter: retryAfterOf(answer.headers) } as const;
  return new ProviderFailure(provider, trouble, `${answer.status} ${words.slice(0, 200)}`, more);
}

/** Whatever `fetch` and `receive` throw: nobody there, or an answer that cannot be used. */
function failureOf(error: unknown): ProviderFailure {
  if (error instanceof ProviderFailure) return error;
  const message = error instanceof Error ? error.message : String(error);
  const isAway = message === 'fetch failed';
  return new ProviderFailure(provider, isAway ? 'busy' : 'broken', message, { cause: error });
}

const crowdingOf = ({ cause }: ProviderFailure) =>
  cause instanceof Response && cause.status === 429 ? { allowed: null } : null;
