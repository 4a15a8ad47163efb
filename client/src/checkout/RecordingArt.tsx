import type { Podcast } from '#shared/episode.ts';
import type { FoundSource } from '#shared/sources.ts';
import { clock, spokenClock } from '../ui/clock.ts';
import { SpeakerMark } from '../ui/SpeakerMark.tsx';
import { Wave } from '../ui/Wave.tsx';
import { shareRecorded } from './progress.ts';

/** The waveform as a progress bar: as wide as the bought minutes, filled as far as has been spoken. */
export function RecordingArt({ podcast }: { podcast: Podcast }) {
  const { stage, progress, duration, publicId, lastLine, sources } = podcast;
  const share = shareRecorded(podcast);
  const recorded = Math.min(progress.secondsSpoken, duration * 60);
  return (
    <section aria-label="Your tape" className="overflow-hidden rounded-card bg-well shadow-pit">
      <div className="flex items-baseline justify-between gap-4 px-4 py-3">
        <p className="text-soft tabular-nums">
          <strong className="text-ink">{clock(recorded)}</strong> on tape
        </p>
        <p className="text-soft tabular-nums">{clock(duration * 60)}</p>
      </div>
      <div
        role="progressbar"
        aria-label="Minutes on tape"
        aria-valuemin={0}
        aria-valuemax={duration * 60}
        aria-valuenow={Math.round(recorded)}
        aria-valuetext={`${spokenClock(recorded)} of ${duration} minutes`}
        className="grille border-y border-line py-2.5"
      >
        <Wave seed={publicId} height={96} played={share} head="air" />
      </div>
      <div className="min-h-28 px-4 py-3">
        {lastLine && <SpokenNow podcast={podcast} line={lastLine} />}
        {stage === 'reading' && <ReadNow source={sources.at(-1)} />}
      </div>
    </section>
  );
}

type SpokenNowProps = { podcast: Podcast; line: NonNullable<Podcast['lastLine']> };

function SpokenNow({ podcast, line }: SpokenNowProps) {
  const isA = line.speaker === 'A';
  return (
    <>
      <p className={`flex items-center gap-2 font-bold ${isA ? 'text-a' : 'text-b'}`}>
        <SpeakerMark side={line.speaker} />
        {isA ? podcast.voice1Name : podcast.voice2Name}, right now
      </p>
      <p
        key={line.text}
        className="mt-1 line-clamp-3 text-lead transition-opacity duration-300 starting:opacity-0"
      >
        “{line.text}”
      </p>
    </>
  );
}

function ReadNow({ source }: { source: FoundSource | undefined }) {
  if (!source) return null;
  return (
    <>
      <p className="font-bold text-soft">Read just now</p>
      <p
        key={source.id}
        dir="auto"
        className="mt-1 line-clamp-3 text-lead transition-opacity duration-300 [overflow-wrap:anywhere] starting:opacity-0"
      >
        {source.title}
      </p>
    </>
  );
}
