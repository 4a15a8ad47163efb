/** One server was asked for a while, the others stood by. */
export interface Turn {
  server: string;
  /** What it was asked. */
  read: string;
  seconds: number;
  /** From due to answered, ms; one a request. */
  latencies: number[];
  /** Seconds of CPU that each server used meanwhile; null where nobody counts. */
  cpu: Record<string, number | null>;
}

/**
 * CPU of one request, ms: what the server used while it was asked, less what it uses by itself, which
 * is what it used while others were. Null when nothing was counted.
 */
export function costOf(read: string, turns: Turn[]): number | null {
  const asked = turns.filter((turn) => turn.read === read);
  const server = asked[0]?.server ?? '';
  const used = usedBy(server, asked);
  const idle = idleOf(server, turns);
  const requests = latenciesOf(read, turns).length;
  if (used === null || idle === null || requests === 0) return null;
  return (1000 * (used - idle * lengthOf(asked))) / requests;
}

/** Seconds of CPU a second that the server uses when nobody asks it. */
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
