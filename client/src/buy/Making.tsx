import { Play } from 'lucide-react';
import type { ReactNode } from 'react';
import { clock, spokenClock, wholeSeconds } from '#shared/clock.ts';
import type { Podcast } from '#shared/episode.ts';
import type { Order } from '#shared/order.ts';
import { formatPrice } from '#shared/pricing.ts';
import { useSendsEmail } from '../api/config.ts';
import { useSales } from '../api/sales.ts';
import type { Playable } from '../player/deck/playable.ts';
import { playNow } from '../player/deck/playNow.ts';
import type { Row } from '../player/deck/useRow.ts';
import { SpeakerMark } from '../player/engine/SpeakerMark.tsx';
import { Wave } from '../player/engine/Wave.tsx';
import { happening, isTalking, timeLeft } from '../player/progressText.ts';
import { ReadingUp } from '../player/ReadingUp.tsx';
import { playable as playableLength, type Recorded } from '../player/recorded.ts';
import { StepList } from '../player/StepList.tsx';
import { useThrottledAnnouncement } from '../player/useThrottledAnnouncement.ts';
import { Button } from '../ui/Button.tsx';
import { classes } from '../ui/classes.ts';
import { Page } from '../ui/Page.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';

type MakingProps = {
  order: Order;
  podcast: Podcast;
  playable: Playable;
  row: Row;
  tape: Recorded;
  onChangeEmail: () => void;
};

export function Making({ order, podcast, playable, row, tape, onChangeEmail }: MakingProps) {
  const sells = useSales();
  const sendsEmail = useSendsEmail();
  const { stage, lastLine, etaSeconds, progress } = podcast;
  const hasLine = lastLine !== null;
  const left = timeLeft(etaSeconds);
  const sentences = [happening(stage, hasLine), ...(left ? [`${left}.`] : [])];
  const headline = sentences.join(' ');
  const { linesSpoken, linesWritten } = progress;
  const last = sendsEmail ? 'Sending it to you' : 'Putting it on your dashboard';
  const announced = useThrottledAnnouncement(
    isTalking(stage, hasLine)
      ? `${headline} ${linesSpoken} of ${linesWritten} lines spoken.`
      : headline,
  );
  return (
    <Page title="On air" layout="content" className="max-lg:pb-9!">
      <div className="mx-auto max-w-130 lg:grid lg:max-w-none lg:grid-cols-[minmax(0,1fr)_26rem] lg:items-start lg:gap-x-18">
        <div className="lg:col-span-2">
          <div className="mt-1 mb-4 flex flex-wrap items-center justify-between gap-3 lg:mb-6">
            <StatusBadge sign>On air</StatusBadge>
            {sells && (
              <p className="text-soft">
                {order.total === 0 ? 'On the house' : `Order paid, ${formatPrice(order.total)}`}
              </p>
            )}
          </div>
          <h1 className="mb-7 text-[clamp(1.5rem,7.7vw,2.0625rem)]">
            {sentences.map((sentence) => (
              <span key={sentence} className="block">
                {sentence}{' '}
              </span>
            ))}
          </h1>
          <p role="status" className="sr-only">
            {announced}
          </p>
        </div>
        <RecordingArt podcast={podcast} tape={tape} />
        <div>
          {(tape.ready > 0 || row.state !== 'idle') && (
            <div className="max-lg:mt-7">
              <Button kind="main" wide href={podcast.listenUrl} onClick={() => playNow(playable)}>
                <Play aria-hidden size={22} fill="currentColor" />{' '}
                {row.state === 'idle' ? `Play ${playableLength(tape)}` : 'Keep listening'}
              </Button>
            </div>
          )}
          {order.hasPreview && <p className="mt-3 text-soft">It carries on from what you heard.</p>}
          <ReadingUp stage={stage} sources={podcast.sources} />
          <div className="mt-5 lg:first:mt-0">
            <StepList {...podcast} hasLine={hasLine} read={podcast.sources.length} last={last} />
          </div>
          <p className="mt-7 border-t border-line pt-5 text-soft">
            Sleepy? Close this tab. The show goes on, and{' '}
            {sendsEmail ? (
              <>
                we write to{' '}
                <strong className="[overflow-wrap:anywhere] text-ink">{podcast.email}</strong> when
                it’s done.
              </>
            ) : (
              'your dashboard has it when it’s done.'
            )}
          </p>
          <Button
            kind="quiet"
            {...(sendsEmail ? { onClick: onChangeEmail } : { href: '/dashboard' })}
            className="-mx-1 mt-2"
          >
            {sendsEmail ? 'Change the address' : 'Go to your dashboard'}
          </Button>
        </div>
      </div>
    </Page>
  );
}

/** Shows in full colour what can be heard, and fainter what is spoken beyond that. */
function RecordingArt({ podcast, tape }: { podcast: Podcast; tape: Recorded }) {
  const { stage, duration, publicId, lastLine, voice1Name, voice2Name } = podcast;
  const { ready, spoken, whole, mixing } = tape;
  const readNow = stage === 'reading' ? podcast.sources.at(-1) : undefined;
  const isA = lastLine?.speaker === 'A';
  const name = isA ? voice1Name : voice2Name;
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
          <>
            <p className={`flex items-center gap-2 font-bold ${isA ? 'text-a' : 'text-b'}`}>
              <SpeakerMark side={lastLine.speaker} />
              {mixing === 'later' ? `${name}, right now` : `${name} has the last word`}
            </p>
            {/* The next line replaces it at once: a fade-in would leave the box empty. */}
            <p
              key={lastLine.text}
              className="mt-1 line-clamp-3 text-lead transition-[translate] lg:line-clamp-none duration-300 motion-safe:starting:translate-y-2"
            >
              “{lastLine.text}”
            </p>
          </>
        ) : readNow ? (
          <>
            <p className="font-bold text-soft">Read just now</p>
            <p
              key={readNow.id}
              dir="auto"
              className="mt-1 line-clamp-3 text-lead transition-opacity duration-300 [overflow-wrap:anywhere] starting:opacity-0"
            >
              {readNow.title}
            </p>
          </>
        ) : (
          <p className="text-lead text-soft">
            What {voice1Name} and {voice2Name} say appears here, line by line.
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
  const all = ready === whole ? 'All of it is ready to hear' : 'Ready to hear so far';
  return (
    // Fits one line from the start, so that nothing moves when they come.
    <ul className="flex min-h-9 flex-wrap gap-x-5 px-4 pt-3 text-meta text-soft tabular-nums">
      {ready > 0 && <Stretch>{beyond > 0 ? `${clock(ready)} ready to hear` : all}</Stretch>}
      {beyond > 0 && (
        <Stretch faint>
          {clock(beyond)} {BEYOND[mixing]}
        </Stretch>
      )}
    </ul>
  );
}

function Stretch({ faint = false, children }: { faint?: boolean; children: ReactNode }) {
  return (
    <li className="flex items-center gap-2">
      <span aria-hidden className={classes('flex gap-px', faint && 'opacity-60')}>
        <span className="h-3 w-1.5 rounded-full bg-[var(--wa)]" />
        <span className="h-3 w-1.5 rounded-full bg-[var(--wb)]" />
      </span>
      {children}
    </li>
  );
}
