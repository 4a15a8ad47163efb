import type { Payments } from '../payments/payments.ts';
import { ProviderFailure } from '../provider.ts';
import type { ScriptWriter, SectionBrief } from '../script/script.ts';
import type { Narrator } from '../speech/speech.ts';
import type { Trials } from './asking.ts';

/** A section of a few words: streamed and structured as every other one is. */
const SECTION: SectionBrief = {
  episode: 'trial',
  topic: 'Why do cats purr?',
  tone: 'Normal',
  style: 'Conversation',
  minutes: 1,
  hostA: 'Ann',
  hostB: 'Ben',
  outline: {
    title: 'Why cats purr',
    summary: 'Two friends wonder why cats purr.',
    sections: [{ title: 'The purr', goal: 'Say why cats purr', weight: 1 }],
  },
  section: 0,
  words: 20,
  place: 'middle',
  soFar: [],
};
const SENTENCE = 'This is to hear whether we can be heard.';
/** A voice may have a trouble of its own; several at once have not. */
const MOST_VOICES = 3;

/** The trials of the providers as they are reached; whoever gives them counts what they cost. */
export function openTrials(tools: {
  writer: Pick<ScriptWriter, 'write'>;
  narrator: Pick<Narrator, 'speak'>;
  voices: { list(): Promise<{ id: string }[]> };
  payments: Pick<Payments, 'probe'>;
}): Trials {
  const { writer, narrator, voices, payments } = tools;

  async function speak(signal: AbortSignal): Promise<void> {
    let failure = new ProviderFailure('ElevenLabs', 'refused', 'there is no voice to speak with');
    for (const { id } of (await voices.list()).slice(0, MOST_VOICES)) {
      try {
        await narrator.speak({ voiceId: id, text: SENTENCE }, signal);
        return;
      } catch (error) {
        if (!(error instanceof ProviderFailure) || error.passing) throw error;
        failure = error;
      }
    }
    throw failure;
  }

  return {
    async OpenAI(signal) {
      // One line tells it all: ending early closes the stream.
      for await (const _line of writer.write(SECTION, signal)) return;
    },
    ElevenLabs: speak,
    Paddle: () => payments.probe(),
  };
}
