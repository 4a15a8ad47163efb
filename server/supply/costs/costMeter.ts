import type { WebSearch } from '../../reading/web/research.ts';
import type { Narrator, SpeechRequest } from '../../sound/speech/speech.ts';
import type { ScriptSpec, ScriptWriter, Usage } from '../../writing/script/scriptWriter.ts';
import type { Purchase } from './prices.ts';

/** Must never reject. */
type Record = (purchase: Purchase) => Promise<void>;

/** Like the other meters, records each cost before it returns. */
export function meteredNarrator(narrator: Narrator, record: Record): Narrator {
  function billed<R extends SpeechRequest, T>(
    speak: (request: R, signal: AbortSignal) => Promise<T>,
  ) {
    return async (request: R, signal: AbortSignal): Promise<T> => {
      const bill = openBill(record);
      const { provider, model } = narrator;
      const onBought: SpeechRequest['onBought'] = (characters, good, seconds = 0) => {
        if (characters) bill.add({ provider, model, characters, seconds });
        request.onBought?.(characters, good, seconds);
      };
      try {
        return await speak({ ...request, onBought }, signal);
      } finally {
        await bill.written();
      }
    };
  }
  return { ...narrator, speak: billed(narrator.speak), speakTake: billed(narrator.speakTake) };
}

export function meteredWriter(writer: ScriptWriter, record: Record): ScriptWriter {
  async function billed<T>(spec: ScriptSpec, call: (spec: ScriptSpec) => Promise<T>): Promise<T> {
    const bill = openBill(record);
    try {
      return await call({ ...spec, onUsage: (usage) => bill.add(tokens(usage)) });
    } finally {
      await bill.written();
    }
  }
  async function* billedStream<S extends ScriptSpec, T>(
    spec: S,
    stream: (spec: S) => AsyncIterable<T>,
  ): AsyncGenerator<T, void> {
    const bill = openBill(record);
    try {
      yield* stream({ ...spec, onUsage: (usage) => bill.add(tokens(usage)) });
    } finally {
      await bill.written();
    }
  }
  return {
    open: (spec, signal) => billedStream(spec, (metered) => writer.open(metered, signal)),
    plan: (spec, signal) => billed(spec, (metered) => writer.plan(metered, signal)),
    edit: (spec, draft, signal) =>
      billedStream(spec, (metered) => writer.edit(metered, draft, signal)),
    findAnswers: (spec, lines, signal) =>
      billed(spec, (metered) => writer.findAnswers(metered, lines, signal)),
    findFacts: (spec, source, signal) =>
      billed(spec, (metered) => writer.findFacts(metered, source, signal)),
    read: (spec, reading, signal) =>
      billedStream(spec, (metered) => writer.read(metered, reading, signal)),
    readTopic: (spec, titles, signal) =>
      billed(spec, (metered) => writer.readTopic(metered, titles, signal)),
    rewrite: (spec, exchange, signal) =>
      billed(spec, (metered) => writer.rewrite(metered, exchange, signal)),
    recap: (spec, lines, signal) => billed(spec, (metered) => writer.recap(metered, lines, signal)),
    write: (spec, signal) => billedStream(spec, (metered) => writer.write(metered, signal)),
  };
}

export function meteredSearch(webSearch: WebSearch, record: Record): WebSearch {
  return {
    async find(question, signal) {
      const bill = openBill(record);
      try {
        const onBought = (bought: Omit<Purchase, 'provider'>) =>
          bill.add({ provider: 'OpenAI', ...bought });
        return await webSearch.find({ ...question, onBought }, signal);
      } finally {
        await bill.written();
      }
    },
  };
}

function tokens(used: Usage): Purchase {
  return { provider: 'OpenAI', ...used };
}

function openBill(record: Record) {
  const writing: Promise<void>[] = [];
  return {
    add: (purchase: Purchase) => void writing.push(record(purchase)),
    written: () => Promise.all(writing),
  };
}
