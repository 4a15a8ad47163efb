/** How to quiet whoever is being heard. */
let quietSpeaker: (() => void) | null = null;

/** Whoever begins to sound has the floor: the one before is quieted. `quiet` tells speakers apart. */
export function startExclusively(quiet: () => void): void {
  if (quietSpeaker !== quiet) quietSpeaker?.();
  quietSpeaker = quiet;
}

/** For a speaker that goes away: it will not be quieted any more. */
export function stopExclusively(quiet: () => void): void {
  if (quietSpeaker === quiet) quietSpeaker = null;
}
