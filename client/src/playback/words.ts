/** Names the playable minutes of an episode in production, for `Hear …` and `Play …`. */
export function firstMinutes(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  if (minutes < 1) return 'the beginning';
  return minutes === 1 ? 'the first minute' : `the first ${minutes} minutes`;
}

/** `About 4 minutes left`, to the nearest minute; null while unknown. */
export function timeLeft(etaSeconds: number | null): string | null {
  if (etaSeconds === null) return null;
  const minutes = Math.round(etaSeconds / 60);
  if (minutes < 1) return 'Under a minute left';
  return `About ${minutes} minute${minutes === 1 ? '' : 's'} left`;
}
