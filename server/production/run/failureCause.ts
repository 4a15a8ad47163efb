import { DatabaseError } from 'pg';
import { ProviderFailure } from '../../base/kit/provider.ts';
import { NotRead } from '../../reading/web/notRead.ts';

function* causesOf(error: unknown): Generator<Error & { code?: unknown; syscall?: unknown }> {
  for (let at = error; at instanceof Error; at = at.cause) yield at;
}

/** Network errors; every other system error is this machine's. */
const NETWORK = /^(?:ECONN|ENOTFOUND|EAI_|EHOST|ENET|ETIMEDOUT|EPIPE)/;

/** The system refused a file, a process or memory: another attempt or machine may succeed. */
export function isOfMachine(error: unknown): boolean {
  for (const { code, syscall } of causesOf(error)) {
    if (typeof code === 'string' && typeof syscall === 'string') return !NETWORK.test(code);
  }
  return false;
}

/**
 * PostgreSQL's error classes about the server, not the query; 25006 is a read-only server
 * (postgresql.org/docs/current/errcodes-appendix.html).
 */
const SERVER = /^(?:08|53|57|58)|^25006$/;
/** The driver's messages for a connection that ended or could not be opened. */
const LOST =
  /^Connection terminated|timeout exceeded when trying to connect|^Client has encountered/;

export function isOfDatabase(error: unknown): boolean {
  for (const cause of causesOf(error)) {
    const code = String(cause.code);
    if (cause instanceof DatabaseError && SERVER.test(code)) return true;
    if (LOST.test(cause.message) || NETWORK.test(code)) return true;
  }
  return false;
}

/** Nothing could be bought, or no clip stored, when its turn came. */
export class NotNow extends Error {}

/** The episode was to rest on its attachments alone, and all of them are gone. */
export class NothingToRestOn extends Error {}

/** Whether a provider or a source failed that an episode can do without. */
export function isOfOthers(error: unknown): boolean {
  return error instanceof ProviderFailure || error instanceof NotRead || error instanceof NotNow;
}
