import type OpenAI from 'openai';
import { log } from '../../base/kit/log.ts';
import { type RetryPolicy, retry } from '../../base/kit/retry.ts';
import type { Ask, Call } from './calls.ts';
import type { NamedVoice } from './namedVoices.ts';
import { ofNamed, openaiVoices, readVoices, voiceNameOf } from './readVoices.ts';
import { isMissing, isWithheld } from './serverFailures.ts';
import type { ProbedNarrator, ProviderVoice } from './speech.ts';

interface ListOptions {
  baseUrl: string;
  model: string;
  voices: NamedVoice[] | null;
  call: Call<OpenAI>;
  patience: RetryPolicy;
}

/** Both calls are free of charge on every server. */
export function openServerVoices(options: ListOptions): Pick<ProbedNarrator, 'voices' | 'probe'> {
  const { baseUrl, model, voices: named, call, patience } = options;
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
      const unnamed = list?.filter(({ labels }) => !labels.gender) ?? [];
      if (!list) tell(['none'], NO_LIST);
      else if (unnamed.length)
        tell(
          unnamed.map(({ id }) => voiceNameOf(id)),
          UNNAMED,
        );
      return list ?? [];
    },
    probe: (signal) => call(signal, askAnything),
  };
}

const NO_LIST =
  'the speech server lists no voices: if its address ends in /v1 as it should, name them in SPEECH_VOICES';
const UNNAMED =
  'the speech server does not say whether these voices are male or female: name those that are for sale in SPEECH_VOICES';
