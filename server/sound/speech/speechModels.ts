import type { Delivery } from '#shared/script.ts';
import type { Words } from './speech.ts';
import { spokenForm } from './spokenForm.ts';

interface SpeechModel {
  /** Accepts the text before and after a line; other models answer 400 to it. */
  neighbours: boolean;
  /** Accepts the language, so that a foreign name does not change it. */
  language: boolean;
  /** Performs `[audio tags]` instead of reading them out. */
  tags: boolean;
  /** Reads figures, units and signs as they are spoken; Flash and Turbo v2.5 do not unasked. */
  normalizes: boolean;
  /** Obeys `speed`; v4 accepts and ignores it. */
  speed: boolean;
  /** Characters; null where the model performs no dialogues. */
  dialogue: number | null;
  /** Credits per character of an ordinary voice, as in `character-cost`; null if unknown. */
  credits: number | null;
}

/** For all inputs. Dialogues with v4 and v4 Turbo are documented, but not verified live. */
const MOST_OF_DIALOGUE = 2_000;

/** An unknown model gets nothing that it might refuse. */
const unknown: SpeechModel = {
  neighbours: false,
  language: false,
  tags: false,
  normalizes: false,
  speed: false,
  dialogue: null,
  credits: null,
};

const performer: SpeechModel = {
  ...unknown,
  language: true,
  tags: true,
  normalizes: true,
  dialogue: MOST_OF_DIALOGUE,
};
const reader: SpeechModel = { ...unknown, neighbours: true, speed: true };

/**
 * Measured in September and October 2026. Flash v2.5 gets no language code, though it accepts one:
 * with it its stored clips would have another content address.
 */
const known: Record<string, SpeechModel> = {
  // Whether it accepts neighbours has not been measured; v4 Turbo does.
  eleven_v4: { ...performer, credits: 1 },
  eleven_v4_turbo: { ...performer, neighbours: true, credits: 0.5 },
  eleven_v3: { ...performer, credits: 1 },
  eleven_multilingual_v2: { ...reader, normalizes: true, credits: 1 },
  eleven_flash_v2_5: { ...reader, credits: 0.5 },
  eleven_turbo_v2_5: { ...reader, language: true, credits: 0.5 },
};

export function factsOf(model: string): SpeechModel {
  return (Object.hasOwn(known, model) && known[model]) || unknown;
}

/** From ElevenLabs' advice for v3. With a tag of more than eight words v4 speaks a line twice. */
const tagOf = (delivery: Delivery) => `[${delivery === 'quickly' ? 'rushed' : delivery}]`;

export function taggedFor(model: string, { text, delivery }: Words): string {
  const { normalizes, tags } = factsOf(model);
  const words = normalizes ? text : spokenForm(text);
  return delivery && tags ? `${tagOf(delivery)} ${words}` : words;
}
