import type { ReactNode } from 'react';
import type { Podcast } from '#shared/episode.ts';
import type { Order } from '#shared/order.ts';
import { formatPrice } from '#shared/pricing.ts';
import { timeLeft } from '../playback/words.ts';
import { Button } from '../ui/Button.tsx';
import { Page } from '../ui/Page.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { happening, stepsOf } from './progress.ts';
import { RecordingArt } from './RecordingArt.tsx';
import { StepList } from './StepList.tsx';
import { useThrottledAnnouncement } from './useThrottledAnnouncement.ts';

/** How often, at most, a screen reader is told how things stand (ms). */
const SAY_EVERY = 30_000;

type MakingProps = {
  order: Order;
  podcast: Podcast;
  /** What there is to hear. */
  children: ReactNode;
  /** Asks for the form of the letter's address. */
  onChangeEmail: () => void;
};

/** The episode while it is being made. */
export function Making({ order, podcast, children, onChangeEmail }: MakingProps) {
  const left = timeLeft(podcast.etaSeconds);
  const sentences = left ? [happening(podcast), `${left}.`] : [happening(podcast)];
  const headline = sentences.join(' ');
  const { linesSpoken, linesWritten } = podcast.progress;
  const said = useThrottledAnnouncement(
    linesSpoken > 0 ? `${headline} ${linesSpoken} of ${linesWritten} lines spoken.` : headline,
    SAY_EVERY,
  );
  return (
    <Page title="On air">
      <div className="mt-1 mb-4 flex flex-wrap items-center justify-between gap-3">
        <StatusBadge sign>On air</StatusBadge>
        <p className="text-soft">
          {order.total === 0 ? 'Nothing to pay' : `Order paid, ${formatPrice(order.total)}`}
        </p>
      </div>
      <h1 className="mb-7 text-[clamp(1.5rem,7.7vw,2.0625rem)]">
        {sentences.map((sentence) => (
          <span key={sentence} className="block">
            {sentence}{' '}
          </span>
        ))}
      </h1>
      <p role="status" className="sr-only">
        {said}
      </p>
      <RecordingArt podcast={podcast} />
      {children && <div className="mt-7">{children}</div>}
      <div className="mt-5">
        <StepList steps={stepsOf(podcast, new Date())} />
      </div>
      <p className="mt-7 border-t border-line pt-5 text-soft">
        Sleepy? Close this tab. The show goes on, and we write to{' '}
        <strong className="[overflow-wrap:anywhere] text-ink">{podcast.email}</strong> when it’s
        done.
      </p>
      <Button kind="quiet" onClick={onChangeEmail} className="-mx-1 mt-2">
        Change the address
      </Button>
    </Page>
  );
}
