import type { Model } from '../../../server/writing/model/asking.ts';
import { modelFor } from '../../../server/writing/model/model.ts';
import { connect } from '../../../server/writing/model/modelClient.ts';
import type {
  ScriptSpec,
  ScriptWriter,
  SectionSpec,
} from '../../../server/writing/script/scriptWriter.ts';
import { openaiWriter } from '../../../server/writing/writer/openaiWriter.ts';
import type { Timing } from '../check.ts';

export interface ModelSubject {
  baseUrl: string;
  apiKey: string | null;
  model: string;
}

/** A small machine takes minutes for an outline. */
export const usualTiming: Timing = {
  patience: {
    attempts: { busy: 2, broken: 4, rejected: 2 },
    firstWait: 500,
    longestWait: 20_000,
    total: 300_000,
    idle: 120_000,
  },
  longest: 900_000,
};

export interface Asking {
  subject: ModelSubject;
  timing: Timing;
}

/** The SDK insists on a key; a server without keys does not look at it. */
const keyOf = ({ apiKey }: ModelSubject) => apiKey ?? 'none';

export function modelOf(
  { subject, timing: { patience: policy } }: Asking,
  over: Partial<ModelSubject> = {},
): Model {
  const account = { ...subject, ...over };
  const client = connect({ ...account, apiKey: keyOf(account) }, policy);
  return modelFor(
    { client, policy, isOwn: false, rateLimiter: undefined },
    { model: account.model },
    SPEC,
  );
}

export function writerOf(
  { subject, timing }: Asking,
  over: Partial<ModelSubject> = {},
): ScriptWriter {
  const account = { ...subject, ...over };
  return openaiWriter({ ...account, apiKey: keyOf(account) }, timing.patience);
}

export const SPEC: ScriptSpec = {
  episode: 'conformance',
  topic: 'Why do cats purr?',
  tone: 'Normal',
  style: 'Conversation',
  minutes: 10,
  hostA: 'Ann',
  hostB: 'Ben',
};

export const WORDS = 80;

export const SECTION: SectionSpec = {
  ...SPEC,
  outline: {
    title: 'Why cats purr',
    summary: 'Two friends wonder why cats purr.',
    sections: [
      { title: 'The purr', goal: 'Wonder at the sound', weight: 1 },
      { title: 'How it is made', goal: 'Say how a cat makes it', weight: 1 },
    ],
  },
  section: 1,
  words: WORDS,
  place: 'middle',
  soFar: [],
};

/** The middleman stands for the origin of the subject's address. */
export const throughOf = ({ subject }: Asking, { url }: { url: string }) => ({
  baseUrl: `${url}${new URL(subject.baseUrl).pathname}`,
});
