import type OpenAI from 'openai';
import { log } from '../../base/kit/log.ts';
import { type RetryPolicy, retry } from '../../base/kit/retry.ts';
import { connect } from '../../writing/model/modelClient.ts';
import { type Ask, type Call, openCalls } from './calls.ts';
import { receive } from './readSound.ts';
import {
  type NamedVoice,
  ofNamed,
  openaiVoices,
  owns,
  readVoices,
  voiceNameOf,
} from './readVoices.ts';
import { crowdingOf, failureAt, isMissing, isWithheld, provider } from './serverFailures.ts';
import type { Clip, Decode, ProbedNarrator, ProviderVoice, Utterance } from './speech.ts';
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
    ...openVoices(options, call, patience),
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

/** Both calls are free of charge on every server. */
function openVoices(
  { baseUrl, model, voices: named }: Options,
  call: Call<OpenAI>,
  patience: RetryPolicy,
): Pick<ProbedNarrator, 'voices' | 'probe'> {
  /** The last list that was warned about, so that each is warned about once. */
  let lastLogged = '';

  /** Null where the server has no list. */
  const askList: Ask<OpenAI, ProviderVoice[] | null> = (sdk, signal) =>
    sdk.get('/audio/voices', { query: { model }, signal }).then(readVoices, (error: unknown) => {
      if (isMissing(error)) return null;
      throw error;
    });

  const askAnything: Ask<OpenAI, void> = async (sdk, signal, alive) => {
    if (await askList(sdk, signal, alive)) return;
    await sdk.models.list({ signal }).catch((error: unknown) => {
      if (!isWithheld(error)) throw error;
    });
  };

  function tell(voices: string[], what: string): void {
    if (lastLogged === voices.join()) return;
    lastLogged = voices.join();
    log.warn({ address: baseUrl, voices }, what);
  }

  return {
    async voices(signal) {
      if (named) return named.map(ofNamed);
      if (new URL(baseUrl).hostname === 'api.openai.com') return openaiVoices(model);
      const list = await retry(patience, signal, () => call(signal, askList));
      if (!list) tell(['none'], NO_LIST);
      const unnamed = (list ?? []).filter(({ labels }) => !labels.gender);
      const names = unnamed.map(({ id }) => voiceNameOf(id));
      if (names.length) tell(names, UNNAMED);
      return list ?? [];
    },
    probe: (signal) => call(signal, askAnything),
  };
}

const NO_LIST =
  'the speech server lists no voices: if its address ends in /v1 as it should, name them in SPEECH_VOICES';
const UNNAMED =
  'the speech server does not say whether these voices are male or female: name those that are for sale in SPEECH_VOICES';
