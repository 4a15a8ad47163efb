import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Podcast } from '#shared/episode.ts';
import type { Order } from '#shared/order.ts';
import { formatPrice } from '#shared/pricing.ts';
import { useSendsEmail } from '../api/config.ts';
import type { Recorded } from '../playback/recorded.ts';
import { timeLeft } from '../playback/words.ts';
import { useSales } from '../sales.ts';
import { Button } from '../ui/Button.tsx';
import { Page } from '../ui/Page.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { happening, isTalking, stepsOf } from './progress.ts';
import { ReadingUp } from './ReadingUp.tsx';
import { RecordingArt } from './RecordingArt.tsx';
import { StepList } from './StepList.tsx';

/** The shortest time between two announcements to a screen reader, ms. */
const ANNOUNCE_EVERY = 30_000;

type MakingProps = {
  order: Order;
  podcast: Podcast;
  tape: Recorded;
  /** The player of what can be played already. */
  children: ReactNode;
  /** Opens the form that changes the email address. */
  onChangeEmail: () => void;
};

/** The progress of an episode while it is being made. */
export function Making({ order, podcast, tape, children, onChangeEmail }: MakingProps) {
  const sells = useSales();
  const sendsEmail = useSendsEmail();
  const left = timeLeft(podcast.etaSeconds);
  const sentences = left ? [happening(podcast), `${left}.`] : [happening(podcast)];
  const headline = sentences.join(' ');
  const { linesSpoken, linesWritten } = podcast.progress;
  const announced = useThrottledAnnouncement(
    isTalking(podcast) ? `${headline} ${linesSpoken} of ${linesWritten} lines spoken.` : headline,
    ANNOUNCE_EVERY,
  );
  return (
    <Page title="On air">
      <div className="mt-1 mb-4 flex flex-wrap items-center justify-between gap-3">
        <StatusBadge sign>On air</StatusBadge>
        {sells && (
          <p className="text-soft">
            {order.total === 0 ? 'Nothing to pay' : `Order paid, ${formatPrice(order.total)}`}
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
      <RecordingArt podcast={podcast} tape={tape} />
      {children && <div className="mt-7">{children}</div>}
      {order.hasPreview && <p className="mt-3 text-soft">It goes on from what you heard.</p>}
      <ReadingUp podcast={podcast} />
      <div className="mt-5">
        <StepList steps={stepsOf(podcast, new Date(), sendsEmail)} />
      </div>
      <p className="mt-7 border-t border-line pt-5 text-soft">
        Sleepy? Close this tab. The show goes on, and{' '}
        {sendsEmail ? (
          <>
            we write to{' '}
            <strong className="[overflow-wrap:anywhere] text-ink">{podcast.email}</strong> when it’s
            done.
          </>
        ) : (
          'your dashboard has it when it’s done.'
        )}
      </p>
      {sendsEmail ? (
        <Button kind="quiet" onClick={onChangeEmail} className="-mx-1 mt-2">
          Change the address
        </Button>
      ) : (
        <Button kind="quiet" href="/dashboard" className="-mx-1 mt-2">
          Go to your dashboard
        </Button>
      )}
    </Page>
  );
}

/** `text`, updated at most once per `interval` ms, so that a screen reader does not read every line. */
function useThrottledAnnouncement(text: string, interval: number): string {
  const [announced, setAnnounced] = useState(text);
  const announcedAt = useRef(Date.now());
  useEffect(() => {
    if (text === announced) return;
    const wait = Math.max(0, announcedAt.current + interval - Date.now());
    const timer = setTimeout(() => {
      announcedAt.current = Date.now();
      setAnnounced(text);
    }, wait);
    return () => clearTimeout(timer);
  }, [text, announced, interval]);
  return announced;
}
