import type { WebSearch } from '../../reading/web/research.ts';
import type { Narrator, SpeechRequest } from '../../sound/speech/speech.ts';
import type { ScriptSpec, ScriptWriter, Usage } from '../../writing/script/scriptWriter.ts';
import type { Purchase } from './prices.ts';

/** Must never reject. */
type Record = (purchase: Purchase) => Promise<void>;
type Add = (purchase: Purchase) => void;

/** Settles once every purchase of the call is recorded. */
async function billed<T>(record: Record, call: (add: Add) => Promise<T>): Promise<T> {
  const writing: Promise<void>[] = [];
  try {
    return await call((purchase) => void writing.push(record(purchase)));
  } finally {
    await Promise.all(writing);
  }
}

async function* billedStream<T>(
  record: Record,
  call: (add: Add) => AsyncIterable<T>,
): AsyncGenerator<T, void> {
  const writing: Promise<void>[] = [];
  try {
    yield* call((purchase) => void writing.push(record(purchase)));
  } finally {
    await Promise.all(writing);
  }
}

export function meteredNarrator(narrator: Narrator, record: Record): Narrator {
  const { provider, model } = narrator;
  const metered =
    <R extends SpeechRequest, T>(speak: (request: R, signal: AbortSignal) => Promise<T>) =>
    (request: R, signal: AbortSignal): Promise<T> =>
      billed(record, (add) => {
        const onBought: SpeechRequest['onBought'] = (characters, good, seconds = 0) => {
          if (characters) add({ provider, model, characters, seconds });
          request.onBought?.(characters, good, seconds);
        };
        return speak({ ...request, onBought }, signal);
      });
  return { ...narrator, speak: metered(narrator.speak), speakTake: metered(narrator.speakTake) };
}

export function meteredWriter(writer: ScriptWriter, record: Record): ScriptWriter {
  const metered = <S extends ScriptSpec>(spec: S, add: Add): S => ({
    ...spec,
    onUsage: (usage: Usage) => add({ provider: 'OpenAI', ...usage }),
  });
  const ask = <S extends ScriptSpec, T>(spec: S, call: (spec: S) => Promise<T>) =>
    billed(record, (add) => call(metered(spec, add)));
  const stream = <S extends ScriptSpec, T>(spec: S, call: (spec: S) => AsyncIterable<T>) =>
    billedStream(record, (add) => call(metered(spec, add)));
  return {
    open: (spec, signal) => stream(spec, (own) => writer.open(own, signal)),
    plan: (spec, signal) => ask(spec, (own) => writer.plan(own, signal)),
    edit: (spec, draft, signal) => stream(spec, (own) => writer.edit(own, draft, signal)),
    findAnswers: (spec, lines, signal) =>
      ask(spec, (own) => writer.findAnswers(own, lines, signal)),
    findFacts: (spec, source, signal) => ask(spec, (own) => writer.findFacts(own, source, signal)),
    read: (spec, reading, signal) => stream(spec, (own) => writer.read(own, reading, signal)),
    readTopic: (spec, titles, signal) => ask(spec, (own) => writer.readTopic(own, titles, signal)),
    rewrite: (spec, exchange, signal) => ask(spec, (own) => writer.rewrite(own, exchange, signal)),
    recap: (spec, lines, signal) => ask(spec, (own) => writer.recap(own, lines, signal)),
    write: (spec, signal) => stream(spec, (own) => writer.write(own, signal)),
  };
}

export function meteredSearch(webSearch: WebSearch, record: Record): WebSearch {
  return {
    find: (question, signal) =>
      billed(record, (add) => {
        const onBought = (bought: Omit<Purchase, 'provider'>) =>
          add({ provider: 'OpenAI', ...bought });
        return webSearch.find({ ...question, onBought }, signal);
      }),
  };
}
