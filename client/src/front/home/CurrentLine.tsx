import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { transcriptQuery } from '../../api/listen.ts';
import type { Player } from '../../player/engine/player.ts';
import { SpeakerMark } from '../../player/engine/SpeakerMark.tsx';
import { lastStarted } from '../../player/engine/started.ts';
import { usePlaying } from '../../player/engine/usePlaying.ts';

type CurrentLineProps = {
  /** The transcript's URL. */
  url: string;
  player: Player;
  /** Shown until a line is known. */
  children: ReactNode;
};

/** Announces nothing, as the line can be heard. */
export function CurrentLine({ url, player, children }: CurrentLineProps) {
  const segments = useQuery(transcriptQuery(url)).data?.segments ?? [];
  const line = segments[usePlaying(player, ({ time }) => lastStarted(segments, time))];
  if (!line) return children;
  return (
    <div
      key={line.startTime}
      className="mx-auto transition-opacity duration-[180ms] lg:max-w-[58rem] starting:opacity-0"
    >
      <Line side={line.side} name={line.speaker}>
        <span dir="auto" className="line-clamp-4">
          {line.body}
        </span>
      </Line>
    </div>
  );
}

type LineProps = { side: 'A' | 'B'; name: string | undefined; children: ReactNode };

export function Line({ side, name, children }: LineProps) {
  return (
    <div className={side === 'B' ? 'pl-8.5 lg:pl-0' : ''}>
      <p
        className={`flex min-h-6 items-center gap-2 font-bold ${side === 'A' ? 'text-a' : 'text-b'}`}
      >
        <SpeakerMark side={side} />
        {name}
      </p>
      <p className="text-lead lg:text-[1.5rem]">{children}</p>
    </div>
  );
}
