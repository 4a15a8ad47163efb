import type { RetryPolicy } from '../../../server/base/kit/retry.ts';
import type { Clip, ProbedNarrator, ProviderVoice } from '../../../server/sound/speech/speech.ts';

/** What a vendor file is opened with: the suite changes the address, the key and the format. */
export interface TrialAccount {
  /** The server's address, or that of a middleman that spoils its answers. */
  baseUrl: string;
  /** Null for a server that asks for none. */
  apiKey: string | null;
  /** The provider's name of a format. */
  format: string;
  /** Calls in flight at most. */
  concurrency: number;
  patience: RetryPolicy;
}

/** A vendor file with an account, to be held to the suite. */
export interface SpeechSubject {
  open(account: TrialAccount): ProbedNarrator;
  baseUrl: string;
  apiKey: string | null;
  formats: string[];
  /** Whether each of them has to be spoken; otherwise some may be refused. */
  needsAll: boolean;
  /** The voices to try, by their names or ids; null for the first that will do. */
  voices: string[] | null;
}

/** How long the suite waits; a test waits shorter. */
export interface Timing {
  patience: RetryPolicy;
  /** For one check, ms. */
  longest: number;
}

/** A line on a small machine may take a minute. */
export const usualTiming: Timing = {
  patience: {
    attempts: { busy: 3, broken: 2 },
    firstWait: 500,
    longestWait: 20_000,
    total: 60_000,
    idle: 60_000,
  },
  longest: 900_000,
};

/** What the checks after the first ones speak with. */
export interface Speaking {
  subject: SpeechSubject;
  timing: Timing;
  format: string;
  female: ProviderVoice;
  male: ProviderVoice;
  /** The length of `LINE` by the female voice, seconds. */
  usual: number;
}

export const LINE = 'The sea makes its own weather, and nobody noticed.';

/** Opens the subject as it is, with what a check changes. */
export const opened = (
  { subject, timing }: Pick<Speaking, 'subject' | 'timing'>,
  over: Partial<TrialAccount> & { format: string },
): ProbedNarrator =>
  subject.open({
    baseUrl: subject.baseUrl,
    apiKey: subject.apiKey,
    concurrency: 2,
    patience: timing.patience,
    ...over,
  });

/** The subject's address at a middleman, who stands for its origin. */
export const addressAt = ({ baseUrl }: SpeechSubject, middleman: { url: string }): string =>
  `${middleman.url}${new URL(baseUrl).pathname}`.replace(/\/$/, '');

export const secondsOf = ({ samples, sampleRate }: Clip): number => samples.length / sampleRate;
export const shown = (seconds: number): string => `${seconds.toFixed(1)} s`;
