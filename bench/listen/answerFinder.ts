import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AnswerRange } from '#shared/brief.ts';
import type { ScriptLine } from '#shared/script.ts';
import { startStandins } from '../../server/testing/processes.ts';
import { openaiWriter } from '../../server/writing/writer/openaiWriter.ts';

/** The stand-in's model, used as well for an account that names none. */
const MODEL = 'gpt-6-luna';
const DEADLINE = 30_000;

export interface AnswerFinder {
  find(topic: string, questions: string[], lines: ScriptLine[]): Promise<AnswerRange[]>;
  close(): Promise<void>;
}

/** Asks the model that OPENAI_API_KEY and OPENAI_MODEL name, else the stand-in. */
export async function openAnswerFinder(): Promise<AnswerFinder> {
  const { OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: baseUrl = null, OPENAI_MODEL } = process.env;
  const standin = apiKey ? null : await openStandin();
  const account = standin?.account ?? { apiKey: apiKey ?? '', baseUrl };
  const writer = openaiWriter({ ...account, model: OPENAI_MODEL ?? MODEL });
  return {
    find: (topic, questions, lines) =>
      writer.findAnswers({ ...NO_EPISODE, topic, questions }, lines, AbortSignal.timeout(DEADLINE)),
    close: async () => standin?.close(),
  };
}

const NO_EPISODE = {
  episode: 'listen',
  tone: 'Normal',
  style: 'Conversation',
  minutes: 10,
  hostA: 'A',
  hostB: 'B',
};

async function openStandin() {
  const dir = await mkdtemp(path.join(tmpdir(), 'duologue-listen-'));
  const standins = await startStandins({ DATA_DIR: dir });
  const { openai } = (await (await fetch(`${standins.url}/addresses`)).json()) as {
    openai: { apiKey: string; baseUrl: string };
  };
  return {
    account: openai,
    async close() {
      await standins.end('SIGTERM');
      await rm(dir, { recursive: true, force: true });
    },
  };
}
