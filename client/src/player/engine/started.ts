import type { Player } from './player.ts';

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

type Starts = readonly { startTime: number }[];

/** More than this into a chapter, a step back leads to the chapter's own beginning, s. */
const AGAIN = 3;

export function toNextChapter(player: Player, chapters: Starts): void {
  const { time, duration } = player.get();
  const next = chapters[lastStarted(chapters, time) + 1];
  player.seek(next?.startTime ?? duration);
}

export function toPreviousChapter(player: Player, chapters: Starts): void {
  const { time } = player.get();
  const current = lastStarted(chapters, time);
  const hasBegun = time - (chapters[current]?.startTime ?? 0) > AGAIN;
  player.seek(chapters[hasBegun ? current : current - 1]?.startTime ?? 0);
}
