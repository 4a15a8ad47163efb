/** Rounds down, as players do: a clock that counts up would never reach a length rounded up. */
export const wholeSeconds = (seconds: number): number => Math.max(0, Math.floor(seconds));

/** Seconds as `6:08`, from an hour on as `1:06:08`. */
export function clock(seconds: number): string {
  const whole = wholeSeconds(seconds);
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  const rest = String(whole % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}

/** Seconds for a screen reader: `6 minutes 8 seconds`. */
export function spokenClock(seconds: number): string {
  const whole = wholeSeconds(seconds);
  const minutes = Math.floor(whole / 60);
  const rest = whole % 60;
  const part = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;
  return minutes > 0 ? `${part(minutes, 'minute')} ${part(rest, 'second')}` : part(rest, 'second');
}
