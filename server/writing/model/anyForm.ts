import type { Question } from '../prompts/question.ts';
import { NO_JSON, readToJson } from '../script/findJson.ts';
import { resumed } from '../script/titleScanner.ts';
import {
  type AnswerForm,
  formAfter,
  formFor,
  ignores,
  isEmpty,
  learnForm,
  readsSchema,
} from './answerForm.ts';
import type { Correction, FormedModel, Model } from './asking.ts';

const CORRECTIONS = 2;

/** Asks in the strictest form that the server's model understands, and remembers which that is. */
export function inAnyForm(
  model: FormedModel,
  server: string,
  declines: (answer: string) => boolean,
): Model {
  function learn(form: AnswerForm, question: Question, answer: string) {
    if (form !== 'schema') return learnForm(server, form);
    if (readsSchema(server) || declines(answer) || isEmpty(answer)) return;
    learnForm(server, ignores(question, answer) ? 'object' : 'schema');
  }

  async function* answerTo(question: Question, form: AnswerForm, signal: AbortSignal) {
    const corrections: Correction[] = [];
    for (;;) {
      const pieces = model.stream(question, { corrections, form }, signal);
      if (form === 'schema') return yield* pieces;
      const { text, hasJson } = await readToJson(pieces);
      const isLast = corrections.length === CORRECTIONS || !text.trim() || declines(text);
      if (hasJson || isLast) return yield* resumed(text, pieces);
      corrections.push({ reply: text, reason: NO_JSON });
    }
  }

  return {
    async ask(question, corrections, signal) {
      for (let form = formFor(server); ; ) {
        try {
          const reply = await model.ask(question, { corrections, form }, signal);
          learn(form, question, reply);
          return reply;
        } catch (error) {
          form = weaker(form, error);
        }
      }
    },

    async *stream(question, signal) {
      for (let form = formFor(server); ; ) {
        let answer = '';
        try {
          for await (const piece of answerTo(question, form, signal)) {
            answer += piece;
            yield piece;
          }
          return learn(form, question, answer);
        } catch (error) {
          form = weaker(form, error);
        }
      }
    },
  };
}

function weaker(form: AnswerForm, error: unknown): AnswerForm {
  const next = formAfter(form, error);
  if (!next) throw error;
  return next;
}
