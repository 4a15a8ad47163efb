/** What can be heard before the rest is made, for `Hear …` and `Play …`. */
export function firstMinutes(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  if (minutes < 1) return 'the beginning';
  return minutes === 1 ? 'the first minute' : `the first ${minutes} minutes`;
}
