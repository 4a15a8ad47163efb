import type { RetryPolicy } from '../../../server/base/kit/retry.ts';
import type { Clip, ProbedNarrator, ProviderVoice } from '../../../server/sound/speech/speech.ts';
import type { Timing } from '../check.ts';

export interface TrialAccount {
  baseUrl: string;
  apiKey: string | null;
  /** The provider's name of a format. */
  format: string;
  concurrency: number;
  patience: RetryPolicy;
}

export interface SpeechSubject {
  open(account: TrialAccount): ProbedNarrator;
  baseUrl: string;
  apiKey: string | null;
  formats: string[];
  /** Every format has to be spoken; otherwise some may be refused. */
  needsAll: boolean;
  /** Names or ids of the voices to try; null for the first that will do. */
  voices: string[] | null;
}

/** A line may take a minute on a small machine. */
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

/** The middleman stands for the origin of the subject's address. */
export const addressAt = ({ baseUrl }: SpeechSubject, middleman: { url: string }): string =>
  `${middleman.url}${new URL(baseUrl).pathname}`.replace(/\/$/, '');

export const secondsOf = ({ samples, sampleRate }: Clip): number => samples.length / sampleRate;
export const ratio = (one: number, other: number): number =>
  Math.max(one, other) / Math.min(one, other);
export const shown = (seconds: number): string => `${seconds.toFixed(1)} s`;
