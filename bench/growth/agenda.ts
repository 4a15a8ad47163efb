/** The event queue and clock of a discrete-event simulation. Times are seconds. */
export interface Agenda {
  now(): number;
  in(seconds: number, happen: () => void): void;
  run(): void;
}

interface Entry {
  at: number;
  /** Decides between events at the same time. */
  order: number;
  happen: () => void;
}

export function openAgenda(): Agenda {
  const heap: Entry[] = [];
  let time = 0;
  let added = 0;

  const at = (index: number) => heap[index] as Entry;
  const isBefore = (one: number, other: number) =>
    at(one).at < at(other).at || (at(one).at === at(other).at && at(one).order < at(other).order);
  function swap(one: number, other: number): void {
    [heap[one], heap[other]] = [at(other), at(one)];
  }

  function rise(index: number): void {
    for (let child = index; child > 0; ) {
      const parent = (child - 1) >> 1;
      if (!isBefore(child, parent)) return;
      swap(child, parent);
      child = parent;
    }
  }

  function sink(): void {
    for (let parent = 0; ; ) {
      const [left, right] = [2 * parent + 1, 2 * parent + 2];
      let first = parent;
      if (left < heap.length && isBefore(left, first)) first = left;
      if (right < heap.length && isBefore(right, first)) first = right;
      if (first === parent) return;
      swap(parent, first);
      parent = first;
    }
  }

  return {
    now: () => time,
    in(seconds, happen) {
      added += 1;
      heap.push({ at: time + seconds, order: added, happen });
      rise(heap.length - 1);
    },
    run() {
      while (heap.length) {
        const next = at(0);
        const last = heap.pop() as Entry;
        if (heap.length) {
          heap[0] = last;
          sink();
        }
        time = next.at;
        next.happen();
      }
    },
  };
}
