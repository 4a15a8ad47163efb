/** A place in the queue of one episode; kept when its call has to be made again. */
export interface Place {
  readonly episode: string;
  /** Who asked first goes first. */
  readonly number: number;
}

interface Waiting<Entry> {
  place: Place;
  entry: Entry;
}

/** Who waits for a turn, by episode. */
export interface Queues<Entry> {
  join(place: Place, entry: Entry): void;
  leave(place: Place): void;
  /** Whose turn it is: the episode that has waited longest since its last one, its first line. */
  next(): Waiting<Entry> | undefined;
  episodes(): Iterable<string>;
}

/** An episode with a hundred lines waiting and one with a single line take turns. */
export function openQueues<Entry>(): Queues<Entry> {
  // A map remembers who came first: whoever had a turn goes to its end.
  const ring = new Map<string, Waiting<Entry>[]>();
  return {
    join(place, entry) {
      const line = ring.get(place.episode) ?? [];
      const behind = line.findIndex((other) => other.place.number > place.number);
      line.splice(behind < 0 ? line.length : behind, 0, { place, entry });
      ring.set(place.episode, line);
    },
    leave({ episode, number }) {
      const left = ring.get(episode)?.filter(({ place }) => place.number !== number) ?? [];
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
