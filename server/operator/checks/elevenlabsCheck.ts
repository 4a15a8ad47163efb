import { ProviderFailure } from '../../base/kit/provider.ts';
import {
  type Ask,
  askCredits,
  askModels,
  askVoices,
  type ElevenlabsAccount,
  elevenlabsCalls,
} from '../../sound/speech/client.ts';
import { soundFormat } from '../../sound/speech/format.ts';
import { askLine } from '../../sound/speech/requestLine.ts';
import { type Decode, type ProviderVoice, TRIAL_SENTENCE } from '../../sound/speech/speech.ts';
import type { Check, Finding } from './check.ts';
import { findModel, findPlan, findVoices, sentenceFor, stopsAll } from './elevenlabsFindings.ts';

interface Settings extends ElevenlabsAccount {
  model: string;
  outputFormat: string;
  /** Needed for MP3 formats. */
  decode?: Decode;
  onBought?(characters: number): void;
}

/** Short, because a person waits for the check, ms. */
const deadlines = { total: 30_000, idle: 15_000 };

export function elevenlabsCheck(settings: Settings): Check {
  const call = elevenlabsCalls(settings, deadlines);

  return async ({ buy, signal }) => {
    async function ask<T>(ask: Ask<T>, judge: (answer: T) => Finding[]) {
      try {
        const answer = await call(signal, ask);
        return { answer, findings: judge(answer), stops: false };
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof ProviderFailure)) throw error;
        return { answer: null, findings: [sentenceFor(error)], stops: stopsAll(error) };
      }
    }

    const plan = await ask(askCredits, (credits) =>
      findPlan(credits, soundFormat(settings.outputFormat)),
    );
    // Everything else would fail too.
    if (plan.stops) return plan.findings;
    const models = await ask(askModels, (listed) => findModel(listed, settings.model));
    const voices = await ask(askVoices, (listed) => findVoices(listed, Date.now()));
    const [first] = voices.answer ?? [];
    const spoken = buy && first ? await ask(speak(first), (finding) => [finding]) : null;
    return [plan, models, voices, spoken].flatMap((one) => one?.findings ?? []);
  };

  function speak(voice: ProviderVoice): Ask<Finding> {
    const format = soundFormat(settings.outputFormat);
    const onBought = (characters: number) => settings.onBought?.(characters);
    const ask = askLine(
      { model: settings.model, format, decode: settings.decode },
      { voiceId: voice.id, text: TRIAL_SENTENCE, onBought },
    );
    return async (...wire) => {
      const { samples, sampleRate } = await ask(...wire);
      const seconds = (samples.length / sampleRate).toFixed(1);
      return {
        provider: 'ElevenLabs',
        ok: true,
        sentence: `${voice.name} speaks: ${seconds} seconds with ${settings.model} as ${format}.`,
      };
    };
  }
}
