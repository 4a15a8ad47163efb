/**
 * Index of the last line or chapter that has started at `time` (s), or -1 before the first. A pause
 * between two lines belongs to the line before it.
 */
export function lastStarted(items: readonly { startTime: number }[], time: number): number {
  return items.findLastIndex(({ startTime }) => startTime <= time);
}

/**
 * Index of the first line that is being spoken at `time` (s): the last one that has started, or the one
 * before it while that goes on under a reaction.
 */
export function firstSpoken(
  segments: readonly { startTime: number; endTime: number }[],
  time: number,
): number {
  const last = lastStarted(segments, time);
  return (segments[last - 1]?.endTime ?? 0) > time ? last - 1 : last;
}
