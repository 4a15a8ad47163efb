/** A period in which one server gets requests and the other is idle. */
export interface Turn {
  /** The name of the read. */
  read: string;
  seconds: number;
  /** From the scheduled time to the end of the reply, ms, for each request. */
  latencies: number[];
  /** CPU seconds of each read's server in this period; null where they cannot be read. */
  cpu: Record<string, number | null>;
}

/** CPU of one request, ms, less the idle use in the turns of others. Null without CPU times. */
export function costOf(read: string, turns: Turn[]): number | null {
  const own = turns.filter((turn) => turn.read === read);
  const others = turns.filter((turn) => turn.read !== read);
  const used = usedBy(read, own);
  const idle = usedBy(read, others);
  const requests = latenciesOf(read, turns).length;
  if (used === null || idle === null || requests === 0) return null;
  return (1000 * (used - (idle * lengthOf(own)) / lengthOf(others))) / requests;
}

export function latenciesOf(read: string, turns: Turn[]): number[] {
  return turns.flatMap((turn) => (turn.read === read ? turn.latencies : []));
}

function usedBy(read: string, turns: Turn[]): number | null {
  const used = turns.map(({ cpu }) => cpu[read] ?? null);
  if (used.length === 0 || used.includes(null)) return null;
  return used.reduce<number>((sum, one) => sum + (one ?? 0), 0);
}

function lengthOf(turns: Turn[]): number {
  return turns.reduce((sum, { seconds }) => sum + seconds, 0);
}
