import { clock, spokenClock, wholeSeconds } from '#shared/clock.ts';
import type { Podcast } from '#shared/episode.ts';
import type { FoundSource } from '#shared/sources.ts';
import { SpeakerMark } from '../player/engine/SpeakerMark.tsx';
import { Wave } from '../player/engine/Wave.tsx';
import type { Recorded } from '../player/recorded.ts';
import { classes } from '../ui/classes.ts';

/** Shows in full colour what can be heard, and fainter what is spoken beyond that. */
export function RecordingArt({ podcast, tape }: { podcast: Podcast; tape: Recorded }) {
  const { stage, duration, publicId, lastLine, sources } = podcast;
  const { ready, spoken, whole } = tape;
  return (
    <section aria-label="Your tape" className="overflow-hidden rounded-card bg-well shadow-pit">
      <div className="flex items-baseline justify-between gap-4 px-4 py-3">
        <p className="text-soft tabular-nums">
          <strong className="text-ink">{clock(spoken)}</strong> on tape
        </p>
        <p className="text-soft tabular-nums">{clock(whole)}</p>
      </div>
      <div
        role="progressbar"
        aria-label="Minutes on tape"
        aria-valuemin={0}
        aria-valuemax={whole}
        aria-valuenow={wholeSeconds(spoken)}
        aria-valuetext={`${spokenClock(spoken)} of ${duration} minutes`}
        className="grille border-y border-line py-2.5"
      >
        <Wave
          seed={publicId}
          height={96}
          played={ready / whole}
          recorded={spoken / whole}
          head="air"
        />
      </div>
      <Stretches tape={tape} />
      {/* Fits a name and three lines, so that nothing moves; wide screens have nothing below. */}
      <div className="min-h-33.5 px-4 py-3 lg:min-h-26">
        {lastLine ? (
          <LastLine podcast={podcast} line={lastLine} tape={tape} />
        ) : stage === 'reading' && sources.length > 0 ? (
          <ReadNow source={sources.at(-1)} />
        ) : (
          <p className="text-lead text-soft">
            What {podcast.voice1Name} and {podcast.voice2Name} say appears here, line by line.
          </p>
        )}
      </div>
    </section>
  );
}

const BEYOND: Record<Recorded['mixing'], string> = {
  later: 'more in a moment',
  now: 'being mixed',
  done: 'mixed',
};

function Stretches({ tape: { ready, spoken, whole, mixing } }: { tape: Recorded }) {
  const beyond = wholeSeconds(spoken) - wholeSeconds(ready);
  return (
    // Fits one line from the start, so that nothing moves when they come.
    <ul className="flex min-h-9 flex-wrap gap-x-5 px-4 pt-3 text-meta text-soft tabular-nums">
      {ready > 0 && (
        <li className="flex items-center gap-2">
          <Swatch />
          {beyond > 0
            ? `${clock(ready)} ready to hear`
            : ready === whole
              ? 'All of it is ready to hear'
              : 'Ready to hear so far'}
        </li>
      )}
      {beyond > 0 && (
        <li className="flex items-center gap-2">
          <Swatch faint />
          {clock(beyond)} {BEYOND[mixing]}
        </li>
      )}
    </ul>
  );
}

function Swatch({ faint = false }: { faint?: boolean }) {
  return (
    <span aria-hidden className={classes('flex gap-px', faint && 'opacity-60')}>
      <span className="h-3 w-1.5 rounded-full bg-[var(--wa)]" />
      <span className="h-3 w-1.5 rounded-full bg-[var(--wb)]" />
    </span>
  );
}

type LastLineProps = { podcast: Podcast; line: NonNullable<Podcast['lastLine']>; tape: Recorded };

function LastLine({ podcast, line, tape }: LastLineProps) {
  const isA = line.speaker === 'A';
  const name = isA ? podcast.voice1Name : podcast.voice2Name;
  return (
    <>
      <p className={`flex items-center gap-2 font-bold ${isA ? 'text-a' : 'text-b'}`}>
        <SpeakerMark side={line.speaker} />
        {tape.mixing === 'later' ? `${name}, right now` : `${name} has the last word`}
      </p>
      {/* The next line replaces it at once: a fade-in would leave the box empty. */}
      <p
        key={line.text}
        className="mt-1 line-clamp-3 text-lead transition-[translate] lg:line-clamp-none duration-300 motion-safe:starting:translate-y-2"
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
