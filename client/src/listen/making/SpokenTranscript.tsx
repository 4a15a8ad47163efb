import { useCallback, useMemo } from 'react';
import type { SpokenLines } from '#shared/episode.ts';
import type { Transcript } from '#shared/script.ts';
import type { Player } from '../../player/engine/player.ts';
import { firstSpoken, lastStarted } from '../../player/engine/started.ts';
import { usePlaying } from '../../player/engine/usePlaying.ts';
import { arrowKeyNavigation } from '../../ui/arrowKeyNavigation.ts';
import { TranscriptLine } from '../TranscriptLine.tsx';
import { SpokenLine } from './SpokenLine.tsx';
import type { Following } from './useFollowing.ts';
import { useScrollAnchor } from './useScrollAnchor.ts';

type Line = SpokenLines['lines'][number];
type PlayableLine = Transcript['segments'][number];

type SpokenTranscriptProps = {
  lines: Line[];
  player: Player;
  follow: Following;
};

const isPlayable = (line: Line): line is PlayableLine =>
  line.startTime !== null && line.endTime !== null;

/** Lines that can be heard are buttons; later ones say that they are not mixed yet. */
export function SpokenTranscript({ lines, player, follow }: SpokenTranscriptProps) {
  const { hasStarted, current: currentLine, returnToSound } = follow;
  // A reaction laid over the line before is mixed with it, so there are no gaps.
  const playableLines = useMemo(() => {
    const beyond = lines.findIndex((line) => !isPlayable(line));
    return lines.slice(0, beyond < 0 ? lines.length : beyond).filter(isPlayable);
  }, [lines]);
  const current = usePlaying(player, ({ time }) => lastStarted(playableLines, time));
  const first = usePlaying(player, ({ time }) => firstSpoken(playableLines, time));
  const list = useScrollAnchor();
  const go = useCallback(
    (time: number) => {
      returnToSound();
      player.seek(time);
      player.play();
    },
    [player, returnToSound],
  );
  return (
    <ol
      ref={list}
      aria-label="Transcript"
      onKeyDown={arrowKeyNavigation}
      className="flex flex-col gap-1"
    >
      {playableLines.map((segment, index) => (
        <TranscriptLine
          // Lines are only added, and a host may repeat a text.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          key={index}
          ref={index === current ? currentLine : undefined}
          segment={segment}
          player={hasStarted && index >= first && index <= current ? player : undefined}
          isStop={index === Math.max(current, 0)}
          onGo={go}
        />
      ))}
      {lines.slice(playableLines.length).map((line, index) => (
        <SpokenLine
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          key={playableLines.length + index}
          line={line}
          isFirst={index === 0}
        />
      ))}
    </ol>
  );
}
