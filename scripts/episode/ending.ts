import { Problem } from '#shared/problem.ts';
import { messageOf } from '../../server/base/kit/log.ts';
import { ProviderFailure } from '../../server/base/kit/provider.ts';
import { ConfigFault } from '../../server/supply/config/config.ts';

/** `later` is EX_TEMPFAIL of sysexits.h (docs/operations.md, One episode). */
export const EXIT = { done: 0, failed: 1, wrong: 2, later: 75, interrupted: 130 } as const;

/** With `--new` the command would begin another episode. */
const AGAIN = `The same command${process.argv.includes('--new') ? ' without --new' : ''} continues from here.`;

export class Ending extends Error {
  readonly code: number;
  constructor(kind: keyof typeof EXIT, sentence: string) {
    super(sentence);
    this.name = 'Ending';
    this.code = EXIT[kind];
  }
}

export const interrupted = () => new Ending('interrupted', `Stopped. ${AGAIN}`);

/** A provider that is away may be back later; one that refuses us will not. */
export function endingOf({ message, passing }: ProviderFailure): Ending {
  const sentence = /[.?!]$/.test(message) ? message : `${message}.`;
  if (passing) return new Ending('later', `Not now: ${sentence} ${AGAIN}`);
  return new Ending('failed', `${sentence} Fix that. ${AGAIN}`);
}

export const waitedFor = (provider: string) =>
  new Ending('later', `Not now: ${provider} is away. ${AGAIN}`);

export const capReached = (cap: number) =>
  new Ending(
    'later',
    `SPENDING_CAP ($${(cap / 1_000_000).toFixed(2)} a day) is reached, until midnight UTC. ${AGAIN}`,
  );

export const causeOf = (error: unknown) =>
  error instanceof Error ? messageOf(error) : String(error);

/** Error codes of the system, of a quota and of PostgreSQL. */
const DISK_FULL = ['ENOSPC', 'EDQUOT', '53100'];

export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && DISK_FULL.includes(String(error.code))) || isDiskFull(error.cause);
}

export function asEnding(error: unknown): Ending {
  if (error instanceof Ending) return error;
  if (isDiskFull(error)) {
    return new Ending('later', `Not now: the disk is full (${causeOf(error)}). ${AGAIN}`);
  }
  if (error instanceof ProviderFailure) return endingOf(error);
  if (error instanceof ConfigFault) {
    return new Ending('wrong', `The configuration is wrong:\n  - ${error.faults.join('\n  - ')}`);
  }
  if (error instanceof Problem) return new Ending('failed', error.message);
  return new Ending('failed', causeOf(error));
}
