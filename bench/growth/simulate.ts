import { openSeededRandom } from '../../server/testing/random.ts';

/** Times to produce one episode alone, as measured; seconds. */
export interface Service {
  /** From the start until the first line is written. */
  firstLine: number;
  /** From the start until the last line is written, if no line waits for a slot. */
  script: number;
  lines: number;
  line: number;
  /** From the last clip to the email. */
  tail: number;
}

export interface Setup {
  ordersPerHour: number;
  slots: number;
  instances: number;
  /** Episodes that one instance produces at once. */
  places: number;
}

/** Seconds from the payment, for each episode paid after the first hour. */
export interface Waits {
  begun: number[];
  delivered: number[];
}

interface Episode {
  paidAt: number;
  service: Service;
  waiting: number;
  speaking: number;
  spoken: number;
}

const HOUR = 3600;

/** Episodes start in order of payment; a free slot goes to the episode that uses the fewest. */
export function simulate(setup: Setup, services: Service[], hours: number, seed: number): Waits {
  const random = openSeededRandom(seed);
  const agenda = openAgenda();
  const queue: Episode[] = [];
  const inWork = new Set<Episode>();
  const waits: Waits = { begun: [], delivered: [] };
  let freeSlots = setup.slots;

  function begin(): void {
    while (queue.length && inWork.size < setup.instances * setup.places) {
      const episode = queue.shift() as Episode;
      inWork.add(episode);
      if (episode.paidAt > HOUR) waits.begun.push(agenda.now() - episode.paidAt);
      const { firstLine, script, lines } = episode.service;
      const pace = (script - firstLine) / Math.max(1, lines - 1);
      for (let line = 0; line < lines; line++) {
        agenda.in(firstLine + line * pace, () => {
          episode.waiting += 1;
          speak();
        });
      }
    }
  }

  function speak(): void {
    while (freeSlots > 0) {
      let next: Episode | null = null;
      for (const episode of inWork) {
        if (episode.waiting && (!next || episode.speaking < next.speaking)) next = episode;
      }
      if (!next) return;
      const episode = next;
      freeSlots -= 1;
      episode.waiting -= 1;
      episode.speaking += 1;
      agenda.in(episode.service.line, () => spoken(episode));
    }
  }

  function spoken(episode: Episode): void {
    freeSlots += 1;
    episode.speaking -= 1;
    episode.spoken += 1;
    if (episode.spoken === episode.service.lines) {
      agenda.in(episode.service.tail, () => {
        inWork.delete(episode);
        if (episode.paidAt > HOUR) waits.delivered.push(agenda.now() - episode.paidAt);
        begin();
      });
    }
    speak();
  }

  function order(): void {
    if (agenda.now() > hours * HOUR) return;
    const service = random.pick(services);
    queue.push({ paidAt: agenda.now(), service, waiting: 0, speaking: 0, spoken: 0 });
    begin();
    agenda.in(gap(), order);
  }
  /** Orders are independent, so the time between them is exponential. */
  const gap = () => (-Math.log(1 - random.roll()) * HOUR) / setup.ordersPerHour;

  agenda.in(gap(), order);
  agenda.run();
  return waits;
}

/** The event queue and clock of a discrete-event simulation. Times are seconds. */
export function openAgenda() {
  const waiting: { at: number; happen: () => void }[] = [];
  let time = 0;
  return {
    now: () => time,
    in(seconds: number, happen: () => void): void {
      const at = time + seconds;
      // The next event is the last one here; of two at the same time the one added first.
      let [from, to] = [0, waiting.length];
      while (from < to) {
        const middle = (from + to) >> 1;
        if ((waiting[middle]?.at ?? 0) > at) from = middle + 1;
        else to = middle;
      }
      waiting.splice(from, 0, { at, happen });
    },
    run(): void {
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        time = next.at;
        next.happen();
      }
    },
  };
}
