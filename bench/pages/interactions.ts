/** One event as the Event Timing API reports it; milliseconds since navigation started. */
export interface TimedEvent {
  /** The same for all events of one touch or key press; 0 if the event is not an interaction. */
  interactionId: number;
  startTime: number;
  /** From the input until the frame that shows its result, in steps of 8. */
  duration: number;
}

export interface Step {
  name: string;
  startedAt: number;
}

export interface Interaction {
  step: string;
  milliseconds: number;
}

/** The browser reports no shorter events. */
export const SHORTEST = 16;

export function interactionsOf(events: TimedEvent[], steps: Step[]): Interaction[] {
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
 * INP up to fifty interactions (https://web.dev/articles/inp); beyond, INP ignores one in fifty.
 */
export function slowestOf(interactions: Interaction[]): Interaction {
  const none = { step: 'any', milliseconds: SHORTEST };
  return interactions.reduce((one, two) => (two.milliseconds > one.milliseconds ? two : one), none);
}
