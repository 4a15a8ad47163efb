import type OpenAI from 'openai';
import { connect } from '../../writing/model/modelClient.ts';
import { type Ask, openCalls } from './calls.ts';
import type { NamedVoice } from './namedVoices.ts';
import { receive } from './readSound.ts';
import { owns, voiceNameOf } from './readVoices.ts';
import { crowdingOf, failureAt, provider } from './serverFailures.ts';
import { openServerVoices } from './serverVoices.ts';
import type { Clip, Decode, ProbedNarrator, Utterance } from './speech.ts';
import { openTurns, retryPolicyOf, type TurnOptions } from './speechTurns.ts';
import { spokenForm } from './spokenForm.ts';

/** For any server with OpenAI's `/v1/audio/speech`: OpenAI, Kokoro-FastAPI, Speaches, LocalAI. */
interface Options extends TurnOptions {
  /** Ends in `/v1`, as OpenAI's SDK wants it. */
  baseUrl: string;
  /** Null for a server that needs none. */
  apiKey: string | null;
  model: string;
  format: 'pcm' | 'wav' | 'mp3';
  /** Null for the voices that the server lists. */
  voices: NamedVoice[] | null;
  decode?: Decode;
}

/** Hz, as OpenAI documents it: PCM has no header to say it. */
const PCM_RATE = 24_000;

/** Throws for MP3 without a decoder. */
export function openSpeechServer(options: Options): { host: string; narrator: ProbedNarrator } {
  const { baseUrl, model, format, decode } = options;
  if (format === 'mp3' && !decode) throw new Error('mp3 needs a decoder');
  const patience = retryPolicyOf(options);
  const failureOf = (error: unknown) => failureAt(baseUrl, error);
  const wire = { provider, failureOf, connect: async () => connect(options, patience) };
  const call = openCalls<OpenAI>(wire, patience);
  const turns = openTurns({ ...options, call, crowdingOf });
  const host = new URL(baseUrl).hostname;
  const coding = { codec: format, sampleRate: PCM_RATE, decode };
  // This model accepts a speed and ignores it.
  const variesSpeed = !/gpt-4o-mini-tts/.test(model);

  const askLine =
    ({ voiceId, text, speed = 1, onBought }: Utterance): Ask<OpenAI, Clip> =>
    async (sdk, signal, alive) => {
      const input = spokenForm(text);
      const line = { model, voice: voiceNameOf(voiceId), input, response_format: format };
      const pace = variesSpeed && speed !== 1 ? { speed } : {};
      const answer = await sdk.audio.speech.create({ ...line, ...pace }, { signal });
      const delivery = { text: input, coding, costOf: () => input.length, onBought };
      return receive(answer, delivery, signal, alive);
    };

  const narrator: ProbedNarrator = {
    ...openServerVoices({ ...options, call, patience }),
    provider,
    model,
    settings: ['speech', host, model, format].join('/'),
    tagged: ({ text }) => spokenForm(text),
    variesSpeed,
    longestTake: null,
    owns,
    // A small machine gives no sign of life until the whole line is spoken.
    speak: (utterance, signal) =>
      turns.request(utterance, askLine(utterance), signal, { ...patience, idle: patience.total }),
    speakTake: async () => {
      throw new Error('a speech server speaks line by line');
    },
  };
  return { host, narrator };
}
