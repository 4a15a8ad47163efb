import { DatabaseError } from 'pg';
import { ProviderFailure } from '../../base/kit/provider.ts';
import { NotRead } from '../../reading/web/notRead.ts';

/** The error and its causes, the outermost first. */
function* causesOf(error: unknown): Generator<Error & { code?: unknown; syscall?: unknown }> {
  for (let at = error; at instanceof Error; at = at.cause) yield at;
}

/** Network errors; every other system error is this machine's. */
const NETWORK = /^(?:ECONN|ENOTFOUND|EAI_|EHOST|ENET|ETIMEDOUT|EPIPE)/;

/** Whether the system refused a file, a process or memory: another attempt or machine may succeed. */
export function isOfMachine(error: unknown): boolean {
  for (const { code, syscall } of causesOf(error)) {
    if (typeof code === 'string' && typeof syscall === 'string') return !NETWORK.test(code);
  }
  return false;
}

/**
 * PostgreSQL's error classes about the server instead of the query
 * (postgresql.org/docs/current/errcodes-appendix.html): no connection, no resources, operator
 * intervention, system error; 25006 is a read-only server.
 */
const SERVER = /^(?:08|53|57|58)|^25006$/;
/** The driver's messages for a connection that ended or could not be opened. */
const LOST =
  /^Connection terminated|timeout exceeded when trying to connect|^Client has encountered/;

/** Whether the database was unavailable or read-only. */
export function isOfDatabase(error: unknown): boolean {
  for (const cause of causesOf(error)) {
    const code = String(cause.code);
    if (cause instanceof DatabaseError && SERVER.test(code)) return true;
    if (LOST.test(cause.message) || NETWORK.test(code)) return true;
  }
  return false;
}

/** Its turn came when it could not be paid for, or a clip not be stored. */
export class NotNow extends Error {}

/** An episode was to rest on what its buyer brought, and on that alone, and all of it is gone. */
export class NothingToRestOn extends Error {}

/** A provider or a source that an episode can do without did not answer as it should. */
export function isOfOthers(error: unknown): boolean {
  return error instanceof ProviderFailure || error instanceof NotRead || error instanceof NotNow;
}
