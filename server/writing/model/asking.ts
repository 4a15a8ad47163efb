import type { Question } from '../prompts/question.ts';
import type { AnswerForm } from './answerForm.ts';

/** An earlier answer, and why it was unusable. */
export interface Correction {
  reply: string;
  reason: string;
}

/** How a question is asked: after which unusable answers, and in which form. */
export interface Asking {
  corrections: Correction[];
  form: AnswerForm;
}

/** A model that is told in which form to answer. */
export interface FormedModel {
  ask(question: Question, asking: Asking, signal: AbortSignal): Promise<string>;
  stream(question: Question, asking: Asking, signal: AbortSignal): AsyncGenerator<string, void>;
}

/** Asks the model one question, once. Throws only `ProviderFailure` or the signal's reason. */
export interface Model {
  /** The text of the whole answer. */
  ask(question: Question, corrections: Correction[], signal: AbortSignal): Promise<string>;
  /** The text of the answer as it arrives. Ending early closes the connection. */
  stream(question: Question, signal: AbortSignal): AsyncGenerator<string, void>;
}
