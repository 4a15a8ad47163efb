/** What the browser tells of one event (Event Timing API); milliseconds since the page was asked for. */
export interface HeardEvent {
  /** The same for all events of one press or key; 0 for what is no interaction. */
  interactionId: number;
  startTime: number;
  /** From the input until the next picture that shows what came of it, in steps of 8. */
  duration: number;
}

/** A part of an errand, from this moment on. */
export interface Step {
  name: string;
  startedAt: number;
}

export interface Interaction {
  step: string;
  milliseconds: number;
}

/** Shorter ones the browser does not tell of. */
export const SHORTEST = 16;

/** The interactions among events: each lasts as long as its longest event. */
export function interactionsOf(events: HeardEvent[], steps: Step[]): Interaction[] {
  const pressed = events.filter(({ interactionId }) => interactionId > 0);
  const groups = Map.groupBy(pressed, ({ interactionId }) => interactionId);
  return [...groups.values()].map((group) => {
    const began = Math.min(...group.map(({ startTime }) => startTime));
    const step = steps.findLast(({ startedAt }) => startedAt <= began);
    return {
      step: step?.name ?? 'before the first step',
      milliseconds: Math.max(...group.map(({ duration }) => duration)),
    };
  });
}

/**
 * The slowest of a visit's interactions. Up to fifty of them that is what INP means
 * (https://web.dev/articles/inp); of more INP leaves one in fifty out, which this does not.
 */
export function slowestOf(interactions: Interaction[]): Interaction {
  const none = { step: 'any', milliseconds: SHORTEST };
  return interactions.reduce((one, two) => (two.milliseconds > one.milliseconds ? two : one), none);
}
