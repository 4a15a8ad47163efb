import type { Question } from '../prompts/question.ts';
import type { AnswerForm } from './answerForm.ts';

export interface Correction {
  reply: string;
  reason: string;
}

export interface Asking {
  corrections: Correction[];
  form: AnswerForm;
}

export interface FormedModel {
  ask(question: Question, asking: Asking, signal: AbortSignal): Promise<string>;
  stream(question: Question, asking: Asking, signal: AbortSignal): AsyncGenerator<string, void>;
}

/** Asks the model one question, once. Throws only `ProviderFailure` or the signal's reason. */
export interface Model {
  ask(question: Question, corrections: Correction[], signal: AbortSignal): Promise<string>;
  /** The answer as it arrives. Ending early closes the connection. */
  stream(question: Question, signal: AbortSignal): AsyncGenerator<string, void>;
}
