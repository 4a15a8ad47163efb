import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { Link } from 'wouter';
import { clock } from '#shared/clock.ts';
import { followUpPath } from '#shared/reorderLink.ts';
import type { Sample } from '#shared/samples.ts';
import type { Transcript } from '#shared/script.ts';
import { transcriptQuery } from '../../api/listen.ts';
import { QueryError } from '../../api/QueryError.tsx';
import { playableOfSample } from '../../player/deck/playable.ts';
import { useInSight } from '../../player/deck/useInSight.ts';
import { usePlaybackSession } from '../../player/deck/usePlaybackSession.ts';
import { PlayerButton } from '../../player/engine/PlayerButton.tsx';
import { PositionSlider } from '../../player/engine/PositionSlider.tsx';
import type { Player } from '../../player/engine/player.ts';
import { SpeakerMark } from '../../player/engine/SpeakerMark.tsx';
import { firstSpoken, lastStarted } from '../../player/engine/started.ts';
import { usePlaying } from '../../player/engine/usePlaying.ts';
import { arrowKeyNavigation } from '../../ui/arrowKeyNavigation.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { prefersReducedMotion } from '../../ui/prefersReducedMotion.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Title } from '../../ui/Title.tsx';

export function DemoEpisode({ sample }: { sample: Sample }) {
  const { token, title, style, tone, voice1Name, voice2Name } = sample;
  const session = usePlaybackSession(playableOfSample(sample), { preload: 'none' });
  const { player } = session;
  const own = useInSight(session);
  const hasFailed = usePlaying(player, ({ phase }) => phase === 'failed');
  const resting = usePlaying(player, ({ phase, time }) => time === 0 && phase !== 'playing');
  const [reading, setReading] = useState(false);
  const id = useId();
  const transcript = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const behavior = prefersReducedMotion() ? 'auto' : 'smooth';
    if (reading) transcript.current?.scrollIntoView({ block: 'nearest', behavior });
  }, [reading]);
  const page = `/listen?episode=${token}`;

  return (
    <li className="border-t border-line py-5 lg:first:border-t-0 lg:first:pt-0">
      <div ref={own} className="flex items-start justify-between gap-4">
        <div className="min-w-0 grow">
          <Link href={page} className="-my-1 block rounded-chip py-1">
            <Title as="h2" text={title} />
          </Link>
          <p className="mt-1.5 flex flex-wrap items-center gap-x-3 font-bold">
            <span className="inline-flex items-center gap-2 text-a">
              <SpeakerMark side="A" /> {voice1Name}
            </span>
            <span className="inline-flex items-center gap-2 text-b">
              <SpeakerMark side="B" /> {voice2Name}
            </span>
          </p>
          <p className="mt-0.5 text-meta text-soft">
            {style}, {tone}
          </p>
        </div>
        <PlayerButton player={player} name={title} />
      </div>
      <div className="mt-3">
        <PositionSlider
          player={player}
          label={`Place in ${title}`}
          wave={sample.wave}
          seed={token}
          height={48}
          resting={resting}
        >
          {(now, duration) => (
            <p className="mt-1 flex justify-between text-meta tabular-nums">
              <span className="font-bold">{clock(now)}</span>
              <span className="text-soft">{clock(duration)}</span>
            </p>
          )}
        </PositionSlider>
      </div>
      {hasFailed && (
        <p role="alert" className="mt-1 text-meta font-semibold text-err">
          The sound stopped. Press play to try again.
        </p>
      )}
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <button
          type="button"
          aria-expanded={reading}
          aria-controls={id}
          onClick={() => setReading(!reading)}
          className="inline-flex min-h-11 items-center gap-1.5 rounded-chip font-bold"
        >
          Read along <span className="sr-only">with {title}</span>
          <ChevronDown
            aria-hidden
            size={20}
            className={classes('transition-[rotate]', reading && 'rotate-180')}
          />
        </button>
        {/* Leaves out the length: a demo is shorter than any episode on sale. */}
        <Button href={followUpPath(sample.topic, sample, 'samples')} className="px-4! text-[1rem]!">
          Make one like this
        </Button>
      </div>
      <div id={id} ref={transcript}>
        {reading && (
          <>
            <DemoTranscript url={sample.transcriptUrl} title={title} player={player} />
            <Button kind="quiet" href={page} className="mt-2 -mx-1">
              Open the full page
            </Button>
          </>
        )}
      </div>
    </li>
  );
}

type DemoTranscriptProps = { url: string; title: string; player: Player };

function DemoTranscript({ url, title, player }: DemoTranscriptProps) {
  const transcript = useQuery(transcriptQuery(url));
  if (transcript.data) {
    return <Lines segments={transcript.data.segments} title={title} player={player} />;
  }
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

type LinesProps = { segments: Transcript['segments']; title: string; player: Player };

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
