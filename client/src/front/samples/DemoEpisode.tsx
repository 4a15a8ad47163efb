import { ChevronDown } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { Link } from 'wouter';
import { clock } from '#shared/clock.ts';
import { followUpPath } from '#shared/reorderLink.ts';
import type { Sample } from '#shared/samples.ts';
import { playableOfSample } from '../../player/deck/playable.ts';
import { useInSight } from '../../player/deck/useInSight.ts';
import { usePlaybackSession } from '../../player/deck/usePlaybackSession.ts';
import { PlayerButton } from '../../player/engine/PlayerButton.tsx';
import { PositionSlider } from '../../player/engine/PositionSlider.tsx';
import type { Player } from '../../player/engine/player.ts';
import { SpeakerMark } from '../../player/engine/SpeakerMark.tsx';
import { usePlaying } from '../../player/engine/usePlaying.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { prefersReducedMotion } from '../../ui/prefersReducedMotion.ts';
import { Title } from '../../ui/Title.tsx';
import { DemoTranscript } from './DemoTranscript.tsx';

export function DemoEpisode({ sample }: { sample: Sample }) {
  const { token, title, style, tone, voice1Name, voice2Name } = sample;
  const session = usePlaybackSession(playableOfSample(sample), { preload: 'none' });
  const { player } = session;
  const own = useInSight(session);
  const phase = usePlaying(player, (playing) => playing.phase);
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
            <Host side="A" name={voice1Name} />
            <Host side="B" name={voice2Name} />
          </p>
          <p className="mt-0.5 text-meta text-soft">
            {style}, {tone}
          </p>
        </div>
        <PlayerButton player={player} name={title} />
      </div>
      <DemoPosition player={player} sample={sample} />
      {phase === 'failed' && (
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
        <Button href={likeThisPath(sample)} className="px-4! text-[1rem]!">
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

function Host({ side, name }: { side: 'A' | 'B'; name: string }) {
  return (
    <span className={classes('inline-flex items-center gap-2', side === 'A' ? 'text-a' : 'text-b')}>
      <SpeakerMark side={side} /> {name}
    </span>
  );
}

function DemoPosition({ player, sample }: { player: Player; sample: Sample }) {
  const resting = usePlaying(player, ({ phase, time }) => time === 0 && phase !== 'playing');
  return (
    <div className="mt-3">
      <PositionSlider
        player={player}
        label={`Place in ${sample.title}`}
        wave={sample.wave}
        seed={sample.token}
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
  );
}

/** Leaves out the length: a demo is shorter than any episode on sale. */
function likeThisPath(sample: Sample): string {
  const { topic, voice1Id, voice2Id, tone, style } = sample;
  return followUpPath(topic, { voice1Id, voice2Id, tone, style }, 'samples');
}
