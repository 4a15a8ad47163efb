import type { ReactNode } from 'react';
import type { Podcast } from '#shared/episode.ts';
import type { Order } from '#shared/order.ts';
import { formatPrice } from '#shared/pricing.ts';
import { useSendsEmail } from '../api/config.ts';
import { useSales } from '../api/sales.ts';
import { happening, isTalking, timeLeft } from '../player/progressText.ts';
import { ReadingUp } from '../player/ReadingUp.tsx';
import type { Recorded } from '../player/recorded.ts';
import { StepList } from '../player/StepList.tsx';
import { useThrottledAnnouncement } from '../player/useThrottledAnnouncement.ts';
import { Button } from '../ui/Button.tsx';
import { Page } from '../ui/Page.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { RecordingArt } from './RecordingArt.tsx';

type MakingProps = {
  order: Order;
  podcast: Podcast;
  tape: Recorded;
  children: ReactNode;
  onChangeEmail: () => void;
};

export function Making({ order, podcast, tape, children, onChangeEmail }: MakingProps) {
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
          {children && <div className="max-lg:mt-7">{children}</div>}
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
          {sendsEmail ? (
            <Button kind="quiet" onClick={onChangeEmail} className="-mx-1 mt-2">
              Change the address
            </Button>
          ) : (
            <Button kind="quiet" href="/dashboard" className="-mx-1 mt-2">
              Go to your dashboard
            </Button>
          )}
        </div>
      </div>
    </Page>
  );
}
