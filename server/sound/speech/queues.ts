/** A place in an episode's queue, kept when the call has to be made again. */
export interface Ticket {
  readonly episode: string;
  readonly number: number;
}

interface Waiting<Entry> {
  ticket: Ticket;
  entry: Entry;
}

export interface Queues<Entry> {
  join(ticket: Ticket, entry: Entry): void;
  leave(ticket: Ticket): void;
  /** Takes the first call of the episode that has waited longest since its last turn. */
  next(): Waiting<Entry> | undefined;
  episodes(): Iterable<string>;
}

/** Round robin: an episode with a hundred lines takes turns with one that has a single line. */
export function openQueues<Entry>(): Queues<Entry> {
  // A map keeps the order of insertion: an episode that had its turn goes to the end.
  const ring = new Map<string, Waiting<Entry>[]>();
  return {
    join(ticket, entry) {
      const line = ring.get(ticket.episode) ?? [];
      const behind = line.findIndex((other) => other.ticket.number > ticket.number);
      line.splice(behind < 0 ? line.length : behind, 0, { ticket, entry });
      ring.set(ticket.episode, line);
    },
    leave({ episode, number }) {
      const left = ring.get(episode)?.filter(({ ticket }) => ticket.number !== number) ?? [];
      if (left.length) ring.set(episode, left);
      else ring.delete(episode);
    },
    next() {
      for (const [episode, line] of ring) {
        const first = line.shift();
        ring.delete(episode);
        if (line.length) ring.set(episode, line);
        return first;
      }
      return undefined;
    },
    episodes: () => ring.keys(),
  };
}
