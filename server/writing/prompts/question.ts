import { z } from 'zod';
import type { ScriptLine } from '#shared/script.ts';

export interface Question {
  name:
    | 'opening'
    | 'outline'
    | 'edit'
    | 'section'
    | 'answers'
    | 'recap'
    | 'brief'
    | 'facts'
    | 'reading'
    | 'rewrite';
  /** Replaces the episode's system prompt, for calls that write nothing to be spoken. */
  system?: string;
  schema: Record<string, unknown>;
  /** The user messages, in order. What stays the same comes first. */
  data: Record<string, unknown>[];
  /** How many of them, from the first on, later requests for the episode share; none unless given. */
  kept?: number;
  /** Tokens of an answer at most, including the model's reasoning. */
  most: number;
  /** Whether the model reasons a little, as for the outline, which decides the whole episode. */
  thinks?: boolean;
}

/** Strict mode: all properties, no lengths (platform.openai.com/docs/guides/structured-outputs). */
export function jsonSchema(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    override: ({ jsonSchema: part }) => {
      delete part.minLength;
      delete part.maxLength;
      if (part.properties) part.required = Object.keys(part.properties);
    },
  });
  return json;
}

export const numbered = (texts: string[], from: number) =>
  texts.map((text, index) => `${index + from} ${text}`);

/** Characters, more than any episode has: bounds the price of a request. */
const MOST_SAID = 40_000;
/** Old lines are dropped in blocks, so that the cached prefix stays the same for a while. */
const FORGOTTEN_AT_ONCE = 64;

/**
 * Gives the whole conversation, not a summary: 25 minutes are 6,000 tokens, most of them cached. A
 * summary would cost another call per section and lose the very words that get repeated.
 */
export function textsOf(said: ScriptLine[]): string[] {
  const lines = said.map(({ speaker, text }) => `${speaker}: ${text}`);
  const size = () => lines.reduce((sum, line) => sum + line.length, 0);
  while (size() > MOST_SAID && lines.length > FORGOTTEN_AT_ONCE) lines.splice(0, FORGOTTEN_AT_ONCE);
  return lines;
}
