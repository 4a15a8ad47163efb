import { planQuestion, sectionQuestion } from '../../../server/writing/prompts/prompts.ts';
import { ended, outcomeOf, Unmet } from '../check.ts';
import { cutAt, type Middleman } from '../middleman.ts';
import { type Asking, modelOf, SECTION, SPEC, throughOf, WORDS, writerOf } from './subject.ts';

const QUESTION = sectionQuestion(SECTION, WORDS, []);

async function read(pieces: AsyncIterable<string>) {
  const read: string[] = [];
  for await (const piece of pieces) read.push(piece);
  return read;
}

/** Lines are spoken while the next ones are written, so the answer has to arrive in pieces. */
export async function checkStream(asking: Asking, signal: AbortSignal) {
  const pieces = await read(modelOf(asking).stream(QUESTION, signal));
  const answer = pieces.join('');
  const { length } = answer;
  if (!answer.includes('{')) {
    throw new Unmet(
      `There is no JSON in it: “${answer.slice(0, 80)}”. Lines are read out of JSON.`,
    );
  }
  if (pieces.length < 2) {
    throw new Unmet(
      `${length} characters came in ${pieces.length} piece: the first line has to arrive while the next ones are written, as events of “stream: true”.`,
    );
  }
  return { seen: `${length} characters in ${pieces.length} pieces.` };
}

/** Tokens that no outline fits into. */
const FEW = 24;

/** An answer that was cut for its length must not pass for a whole one. */
export async function checkLimit(asking: Asking, signal: AbortSignal) {
  const question = { ...planQuestion(SPEC), most: FEW, thinks: false };
  const { answer, failure } = await outcomeOf(modelOf(asking).ask(question, [], signal));
  if (answer !== null) {
    throw new Unmet(
      `An outline of at most ${FEW} tokens came back with ${answer.length} characters and finish_reason “stop”: the server has to keep to max_completion_tokens and say “length”.`,
    );
  }
  if (failure.trouble !== 'broken') {
    throw new Unmet(
      `An answer with a limit of ${FEW} tokens failed otherwise: ${ended(failure.message)}`,
    );
  }
  return { seen: ended(failure.message) };
}

/** A connection that breaks in mid-answer has to be noticed; the section goes on from there. */
export async function detectCut(asking: Asking, middleman: Middleman, signal: AbortSignal) {
  const through = throughOf(asking, middleman);
  middleman.spoil(cutAt(0.5));
  const cut = await outcomeOf(read(modelOf(asking, through).stream(QUESTION, signal)));
  if (!cut.failure) {
    throw new Unmet(
      'The connection was cut in the middle of an answer, and it read as a whole one: the last event has to carry a finish_reason.',
    );
  }
  middleman.spoil(cutAt(0.5));
  const lines: string[] = [];
  for await (const { text } of writerOf(asking, through).write(SECTION, signal)) lines.push(text);
  const requests = middleman.arrivals.length;
  return { seen: `Noticed; with ${requests} requests the section had its ${lines.length} lines.` };
}
