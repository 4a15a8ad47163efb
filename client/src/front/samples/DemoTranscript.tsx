import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Transcript } from '#shared/script.ts';
import { transcriptQuery } from '../../api/listen.ts';
import { QueryError } from '../../api/QueryError.tsx';
import type { Player } from '../../player/engine/player.ts';
import { SpeakerMark } from '../../player/engine/SpeakerMark.tsx';
import { firstSpoken, lastStarted } from '../../player/engine/started.ts';
import { usePlaying } from '../../player/engine/usePlaying.ts';
import { arrowKeyNavigation } from '../../ui/arrowKeyNavigation.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';

type DemoTranscriptProps = { url: string; title: string; player: Player };

export function DemoTranscript({ url, title, player }: DemoTranscriptProps) {
  const transcript = useQuery(transcriptQuery(url));
  if (transcript.data)
    return <Lines segments={transcript.data.segments} title={title} player={player} />;
  if (transcript.error) {
    return (
      <QueryError title="The transcript didn’t load" query={transcript}>
        The sound plays without it.
      </QueryError>
    );
  }
  return (
    <div role="status" className="mt-3">
      <span className="sr-only">Loading...</span>
      <Skeleton className="h-[45dvh]" />
    </div>
  );
}

type LinesProps = Pick<DemoTranscriptProps, 'title' | 'player'> & {
  segments: Transcript['segments'];
};

function Lines({ segments, title, player }: LinesProps) {
  const current = usePlaying(player, ({ time }) => lastStarted(segments, time));
  const first = usePlaying(player, ({ time }) => firstSpoken(segments, time));
  const isBegun = usePlaying(player, ({ phase, time }) => phase !== 'paused' || time > 0);
  const [following, setFollowing] = useState(true);
  const box = useRef<HTMLDivElement>(null);
  const line = useRef<HTMLLIElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new current line is the reason to scroll
  useEffect(() => {
    if (!following || !isBegun || !box.current || !line.current) return;
    // Scrolls the box, never the page: the reader may be at another demo.
    box.current.scrollTop = line.current.offsetTop - box.current.clientHeight / 3;
  }, [current, following, isBegun]);

  const stopFollowing = () => setFollowing(false);
  return (
    <>
      {/* Its edge surrounds the fade. */}
      <div className="well mt-3 pb-px">
        <div
          ref={box}
          onWheel={stopFollowing}
          onTouchMove={stopFollowing}
          className="relative max-h-[45dvh] rounded-[inherit] scroll-smooth overflow-y-auto overscroll-contain p-2 pb-0 after:pointer-events-none after:sticky after:bottom-0 after:block after:h-10 after:bg-linear-to-t after:from-well"
        >
          <ol aria-label={`Transcript of ${title}`} onKeyDown={arrowKeyNavigation}>
            {segments.map(({ side, speaker, body, startTime }, index) => {
              const isNow = isBegun && index >= first && index <= current;
              return (
                <li
                  key={startTime}
                  ref={index === current ? line : undefined}
                  aria-current={isNow || undefined}
                  className={side === 'A' ? 'pr-2' : 'pl-6'}
                >
                  <button
                    type="button"
                    tabIndex={index === Math.max(current, 0) ? 0 : -1}
                    onClick={() => {
                      setFollowing(true);
                      player.seek(startTime);
                      player.play();
                    }}
                    className={classes(
                      'block w-full py-2.5 text-left outline-offset-[-3px]',
                      side === 'A'
                        ? 'rounded-l-well rounded-r-[44px] pr-5 pl-3'
                        : 'rounded-l-[44px] rounded-r-well pr-3 pl-5',
                      isNow && (side === 'A' ? 'spoken-a shadow-lift' : 'spoken-b shadow-lift'),
                    )}
                  >
                    <span
                      className={classes(
                        'flex items-center gap-2 font-bold',
                        side === 'A' ? 'text-a' : 'text-b',
                      )}
                    >
                      <SpeakerMark side={side} /> {speaker}
                    </span>
                    <span
                      dir="auto"
                      className={classes('block text-body', isNow ? 'text-ink' : 'text-soft')}
                    >
                      {body}
                    </span>
                  </button>
                </li>
              );
            })}
          </ol>
        </div>
      </div>
      {!following && isBegun && (
        <Button kind="quiet" onClick={() => setFollowing(true)}>
          Back to now
        </Button>
      )}
    </>
  );
}
