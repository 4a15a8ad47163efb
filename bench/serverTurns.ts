/** A period in which one server gets requests and the others are idle. */
export interface Turn {
  server: string;
  read: string;
  seconds: number;
  /** From the scheduled time to the end of the reply, ms, for each request. */
  latencies: number[];
  /** CPU seconds of each server in this period; null where they cannot be read. */
  cpu: Record<string, number | null>;
}

/** CPU of one request, ms, less the idle use in the turns of others. Null without CPU times. */
export function costOf(read: string, turns: Turn[]): number | null {
  const ownTurns = turns.filter((turn) => turn.read === read);
  const server = ownTurns[0]?.server ?? '';
  const used = usedBy(server, ownTurns);
  const idle = idleOf(server, turns);
  const requests = latenciesOf(read, turns).length;
  if (used === null || idle === null || requests === 0) return null;
  return (1000 * (used - idle * lengthOf(ownTurns))) / requests;
}

/** The server's idle use, CPU seconds per second. */
export function idleOf(server: string, turns: Turn[]): number | null {
  const idle = turns.filter((turn) => turn.server !== server);
  const used = usedBy(server, idle);
  return used === null ? null : used / lengthOf(idle);
}

export function latenciesOf(read: string, turns: Turn[]): number[] {
  return turns.flatMap((turn) => (turn.read === read ? turn.latencies : []));
}

function usedBy(server: string, turns: Turn[]): number | null {
  const used = turns.map(({ cpu }) => cpu[server] ?? null);
  if (used.length === 0 || used.includes(null)) return null;
  return used.reduce<number>((sum, one) => sum + (one ?? 0), 0);
}

function lengthOf(turns: Turn[]): number {
  return turns.reduce((sum, { seconds }) => sum + seconds, 0);
}
