import { createHmac } from 'node:crypto';

interface ModelFacts {
  /** The lowest reasoning effort it accepts; null if it accepts none. */
  effort: 'none' | 'minimal' | 'low' | null;
  /** Its prompt cache needs explicit breakpoints, and writing costs (GPT-5.6 and later). */
  hasBreakpoints: boolean;
  /** Strict servers refuse parameters that only OpenAI knows. */
  isOpenai: boolean;
}

/** The first match counts. OpenRouter puts `openai/` before the name. */
const FACTS: [RegExp, ModelFacts][] = [
  [/-chat-latest$/, { effort: null, hasBreakpoints: false, isOpenai: true }],
  [/^gpt-(?:5\.[6-9]|[6-9])/, { effort: 'none', hasBreakpoints: true, isOpenai: true }],
  [/^gpt-5\.\d/, { effort: 'none', hasBreakpoints: false, isOpenai: true }],
  [/^gpt-5/, { effort: 'minimal', hasBreakpoints: false, isOpenai: true }],
  [/^o\d/, { effort: 'low', hasBreakpoints: false, isOpenai: true }],
  [/^gpt-/, { effort: null, hasBreakpoints: false, isOpenai: true }],
];

export function factsOf(model: string): ModelFacts {
  const name = model.replace(/^openai\//, '');
  const facts = FACTS.find(([family]) => family.test(name))?.[1];
  return facts ?? { effort: null, hasBreakpoints: false, isOpenai: false };
}

/**
 * Lets OpenAI tell buyers apart, so that one abuser does not endanger the whole account. Nobody
 * without our API key can reverse it. Undefined for demos.
 */
export function safetyIdentifier(
  { account }: { account?: number | null | undefined },
  { apiKey }: { apiKey: string },
): string | undefined {
  if (account === undefined || account === null) return undefined;
  return createHmac('sha256', apiKey).update(`account:${account}`).digest('hex');
}
