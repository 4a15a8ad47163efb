import { createHmac } from 'node:crypto';
import type { Brief } from './script.ts';

/** What a model takes, beside what every server that speaks the protocol does. */
interface ModelFacts {
  /** How little it can be told to think before the first word; null is nothing to be told. */
  effort: 'none' | 'minimal' | 'low' | null;
  /** Its cache is matched where a prompt is marked, and writing to it costs (GPT-5.6 and later). */
  hasBreakpoints: boolean;
  /** OpenAI's own: a strict server refuses arguments that only OpenAI knows. */
  isOpenai: boolean;
}

/** The first that fits counts; a name may have its seller in front, as at OpenRouter. */
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
 * By what OpenAI tells our buyers apart, so that one abuser does not endanger the whole account: an
 * HMAC of the account's number under our key, which nobody else can reckon back. A new key makes new
 * ones. Undefined for what the house makes for itself.
 */
export function safetyIdentifier(
  { account }: Pick<Brief, 'account'>,
  { apiKey }: { apiKey: string },
): string | undefined {
  if (account === undefined || account === null) return undefined;
  return createHmac('sha256', apiKey).update(`account:${account}`).digest('hex');
}
