/** Chapters an episode of this many minutes is planned with: about one every two, and a short goodbye. */
export function chaptersFor(minutes: number): number {
  return Math.min(16, Math.max(2, Math.round(minutes / 2.2) + 1));
}
