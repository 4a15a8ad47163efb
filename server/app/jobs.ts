import { forgetCounts } from '../base/bounds/requestLimits.ts';
import { runUnderLease } from '../base/db/leases.ts';
import { type Job, type PeriodicJob, startPeriodicJob } from '../base/kit/periodicJob.ts';
import { forgetBriefs } from '../episodes/briefs/briefs.ts';
import { tidy } from '../episodes/owner/retention.ts';
import { forgetSources } from '../episodes/sources/sources.ts';
import type { CheckRuns } from '../operator/checks/checkRuns.ts';
import type { OrderTools } from '../orders/orderQueries.ts';
import { reconcile } from '../orders/reconcile.ts';
import type { Account } from '../people/account/account.ts';
import type { Queue } from '../production/run/episodeQueue.ts';
import { warnOfLate } from '../production/run/lateEpisodes.ts';
import type { Worker } from '../production/run/worker.ts';
import type { CreditWatch } from '../supply/availability/creditWatch.ts';
import { announceEnds } from '../supply/voices/noteRefusals.ts';
import type { Production } from './composeProduction.ts';

const HOUR = 60 * 60 * 1000;

/** How often the periodic jobs run, ms. */
export const JOB_INTERVALS = {
  /** A provider that is away is probed at its own pace. */
  probeCircuits: 1_000,
  /** Looks for episodes that no instance works on: part of the time that a crash delays them. */
  recover: 2_000,
  checkProviders: 2_000,
  deliver: 5_000,
  checkMachine: 10_000,
  refreshModels: 10_000,
  reconcile: 20_000,
  tidy: HOUR,
  refreshCredits: HOUR,
  announceVoiceEnds: 24 * HOUR,
};

interface JobTools extends Production {
  queue: Queue;
  minutes: OrderTools['minutes'];
  worker: Worker;
  checkRuns: CheckRuns;
  credits: CreditWatch;
  account: Account;
}

interface Periodic {
  every: number;
  /** Under a lease with this name, on one instance at a time; without a name on each. */
  name?: string;
  run: Job;
}

const jobsOf = (tools: JobTools, every: typeof JOB_INTERVALS): Periodic[] => [
  // Of this machine, or shared among the instances by the rows themselves.
  { every: every.checkMachine, run: () => tools.worker.check() },
  { every: every.probeCircuits, run: () => tools.circuits.probeDueCircuits() },
  { every: every.recover, run: () => tools.queue.recover() },
  { every: every.deliver, run: () => tools.outbox.deliver() },
  { every: every.checkProviders, run: (signal) => tools.checkRuns.runDueChecks(signal) },
  { every: every.refreshModels, run: (signal) => tools.models.refreshIfDue(signal) },

  { name: 'reconcile', every: every.reconcile, run: () => reconcile(tools) },
  { name: 'late episodes', every: every.reconcile, run: () => warnOfLate(tools) },
  { name: 'credits', every: every.refreshCredits, run: (signal) => tools.credits.refresh(signal) },
  { name: 'voice ends', every: every.announceVoiceEnds, run: () => announceVoiceEnds(tools) },
  { name: 'tidy clips', every: every.tidy, run: (signal) => tidy(tools, 'clips', signal) },
  { name: 'tidy parts', every: every.tidy, run: (signal) => tidy(tools, 'parts', signal) },
  { name: 'tidy episodes', every: every.tidy, run: (signal) => tidy(tools, 'episodes', signal) },
  { name: 'tidy previews', every: every.tidy, run: (signal) => tidy(tools, 'previews', signal) },
  { name: 'tidy accounts', every: every.tidy, run: () => tools.account.tidy() },
  { name: 'tidy counts', every: every.tidy, run: () => forgetCounts(tools.db) },
  { name: 'tidy briefs', every: every.tidy, run: async () => forgetBriefs(tools.db) },
  { name: 'tidy sources', every: every.tidy, run: async () => forgetSources(tools.db) },
];

async function announceVoiceEnds(tools: Production): Promise<void> {
  for (const narrator of (await tools.currentTools()).narrators)
    await announceEnds(narrator, tools);
}

export const startJobs = (tools: JobTools, intervals: typeof JOB_INTERVALS): PeriodicJob[] =>
  jobsOf(tools, intervals).map(({ name, every, run }) =>
    startPeriodicJob(
      every,
      name === undefined
        ? run
        : (signal) => runUnderLease(tools.db, { name, interval: every, run }, signal),
    ),
  );
