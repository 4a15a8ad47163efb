/** Index of the last item started at `time` (s), or -1; a pause belongs to the line before it. */
export function lastStarted(items: readonly { startTime: number }[], time: number): number {
  return items.findLastIndex(({ startTime }) => startTime <= time);
}

/** Index of the first line spoken at `time` (s): it may still go on under a reaction. */
export function firstSpoken(
  segments: readonly { startTime: number; endTime: number }[],
  time: number,
): number {
  const last = lastStarted(segments, time);
  return (segments[last - 1]?.endTime ?? 0) > time ? last - 1 : last;
}
