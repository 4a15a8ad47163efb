/** About one every two minutes, plus a short goodbye. */
export function chaptersFor(minutes: number): number {
  return Math.min(16, Math.max(2, Math.round(minutes / 2.2) + 1));
}
