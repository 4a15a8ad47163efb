import { DatabaseError } from 'pg';

/** The error and what it was caused by, the outermost first. */
function* causesOf(error: unknown): Generator<Error & { code?: unknown; syscall?: unknown }> {
  for (let at = error; at instanceof Error; at = at.cause) yield at;
}

/** Codes of a wire that is down; every other failure of the system is this machine's. */
const OF_THE_WIRE = /^(?:ECONN|ENOTFOUND|EAI_|EHOST|ENET|ETIMEDOUT|EPIPE)/;

/** Whether the system refused a file, a process or memory: another try, or machine, may get it. */
export function isOfMachine(error: unknown): boolean {
  for (const { code, syscall } of causesOf(error)) {
    if (typeof code === 'string' && typeof syscall === 'string') return !OF_THE_WIRE.test(code);
  }
  return false;
}

/**
 * Classes of PostgreSQL's codes that speak of the server and not of what it was asked
 * (postgresql.org/docs/current/errcodes-appendix.html): no connection, no resources, an operator's
 * intervention, an error of its system; 25006 is a server that takes no writes.
 */
const OF_THE_SERVER = /^(?:08|53|57|58)|^25006$/;
/** The driver's own words for a connection that ended, or never was. */
const LOST =
  /^Connection terminated|timeout exceeded when trying to connect|^Client has encountered/;

/** Whether the database was away or could not write, whatever the episode wanted of it. */
export function isOfDatabase(error: unknown): boolean {
  for (const cause of causesOf(error)) {
    const code = String(cause.code);
    if (cause instanceof DatabaseError && OF_THE_SERVER.test(code)) return true;
    if (LOST.test(cause.message) || OF_THE_WIRE.test(code)) return true;
  }
  return false;
}
