import { z } from 'zod';

/** One request to the model. */
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
  /** The user messages, in order: what stays the same comes first. */
  data: Record<string, unknown>[];
  /** How many of them, from the first on, later requests for the episode share. */
  kept: number;
  /** Maximum tokens of an answer, including the model's reasoning. */
  most: number;
  /** Whether the model should reason a little: the outline decides the whole episode. */
  thinks: boolean;
}

/**
 * The JSON schema of a reply. Strict mode requires every property and does not support text lengths
 * (platform.openai.com/docs/guides/structured-outputs), so we check them.
 */
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

/** Texts with their numbers in front, the first with `from`. */
export const numbered = (texts: string[], from: number) =>
  texts.map((text, index) => `${index + from} ${text}`);
