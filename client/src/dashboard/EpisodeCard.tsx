import { Download } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { Link } from 'wouter';
import type { Podcast } from '#shared/episode.ts';
import type { Order } from '#shared/order.ts';
import { formatPrice } from '#shared/pricing.ts';
import { reorderPath } from '#shared/reorderLink.ts';
import { recordedOf } from '../playback/recorded.ts';
import { timeLeft } from '../playback/words.ts';
import { useSales } from '../sales.ts';
import { Button } from '../ui/Button.tsx';
import { classes } from '../ui/classes.ts';
import { useHydrated } from '../ui/hydrated.ts';
import { PlayButton } from '../ui/PlayButton.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import type { Sound } from '../ui/sound.ts';
import { Title } from '../ui/Title.tsx';
import { Tooltip } from '../ui/Tooltip.tsx';
import { Wave } from '../ui/Wave.tsx';
import { RowKey, RowLink } from './RowLink.tsx';
import { dayOf, stageOf } from './words.ts';

/** The player of a list of episodes; the preview also handles downloads. */
export type CardPlayer = Sound & {
  toggle: (src: string) => void;
  onDownload?: ((event: MouseEvent) => void) | undefined;
};

type EpisodeCardProps = {
  podcast: Podcast;
  /** Its order, once the orders are known. */
  order: Order | undefined;
  player: CardPlayer;
  /** The link to an order's receipt; the preview has none. */
  receiptPath?: ((orderId: string) => string) | undefined;
  /** Opens the sheet of the episode; the preview has none. */
  onManage?: ((podcast: Podcast) => void) | undefined;
};

/** One episode: in production, finished or failed. */
export function EpisodeCard(props: EpisodeCardProps) {
  const { status } = props.podcast;
  if (status === 'failed') return <FailedEpisode {...props} />;
  if (status === 'processing') return <UnfinishedEpisode {...props} />;
  return <FinishedEpisode {...props} />;
}

type RowProps = { children: ReactNode; action?: ReactNode; wave?: ReactNode; links?: ReactNode };

function Row({ children, action, wave, links }: RowProps) {
  return (
    <li className={classes('border-t border-line pt-4', links ? 'pb-1.5' : 'pb-4')}>
      <div className="flex items-center justify-between gap-4">
        <div className="min-w-0 grow">{children}</div>
        {action}
      </div>
      {wave}
      {/* Keeps its height while the receipt link waits for the orders. */}
      {links && <div className="mt-1 flex min-h-11 flex-wrap gap-x-5">{links}</div>}
    </li>
  );
}

function ReceiptLink({ podcast, order, receiptPath }: EpisodeCardProps) {
  const sells = useSales();
  if (!order || !receiptPath || !sells) return null;
  return (
    <RowLink href={receiptPath(order.id)} of={podcast.title}>
      Receipt
    </RowLink>
  );
}

function ManageKey({ podcast, onManage }: EpisodeCardProps) {
  if (!onManage) return null;
  return (
    <RowKey onPress={() => onManage(podcast)} of={podcast.title}>
      More
    </RowKey>
  );
}

function TitleLink({ podcast }: { podcast: Podcast }) {
  return (
    <Link href={podcast.listenUrl} className="-my-1 block rounded-chip py-1">
      <Title text={podcast.title} className="line-clamp-2" />
    </Link>
  );
}

function FinishedEpisode(props: EpisodeCardProps) {
  const { podcast, order, player } = props;
  const { publicId, title, audioUrl, voice1Name, voice2Name, duration, createdAt } = podcast;
  const here = audioUrl !== null && player.src === audioUrl;
  return (
    <Row
      action={
        audioUrl && (
          <>
            <Tooltip text="Download MP3">
              <a
                // The file is on another origin, where the name in the attribute is ignored.
                href={`${audioUrl}?download=1`}
                download
                onClick={player.onDownload}
                aria-label={`Download ${title}`}
                className="-mr-2 hidden size-11 shrink-0 place-items-center rounded-full text-soft sm:grid"
              >
                <Download aria-hidden size={20} />
              </a>
            </Tooltip>
            <PlayButton
              name={title}
              state={here ? player.state : 'idle'}
              onToggle={() => player.toggle(audioUrl)}
            />
          </>
        )
      }
      wave={
        <Wave
          wave={podcast.wave}
          seed={publicId}
          height={32}
          played={here ? player.played : 1}
          head={here ? 'ink' : undefined}
          className="mt-3"
        />
      }
      links={
        <>
          <ReceiptLink {...props} />
          <RowLink href={reorderPath(podcast, { from: 'own' })} of={title}>
            Make another like this
          </RowLink>
          <ManageKey {...props} />
        </>
      }
    >
      <TitleLink podcast={podcast} />
      <p className="mt-1 text-meta text-soft">
        {voice1Name} and {voice2Name}, {duration}
        {'\u00a0'}min
        <Day of={createdAt} />
        <RefundLine order={order} before=". " />
      </p>
      {here && player.state === 'failed' && (
        <p role="alert" className="mt-1 text-meta font-semibold text-err">
          This tape did not start. Press play to try again.
        </p>
      )}
    </Row>
  );
}

/** Not in the prerendered HTML, as "today" depends on the visitor's time zone. */
const Day = ({ of }: { of: string }) => useHydrated() && `, ${dayOf(of, new Date())}`;

function UnfinishedEpisode(props: EpisodeCardProps) {
  const { podcast } = props;
  const { publicId, etaSeconds } = podcast;
  const { spoken, whole } = recordedOf(podcast);
  const left = timeLeft(etaSeconds);
  const sells = useSales();
  return (
    <Row
      wave={
        <Wave seed={publicId} height={32} played={spoken / whole} head="air" className="mt-3" />
      }
      links={props.receiptPath && sells && <ReceiptLink {...props} />}
    >
      <TitleLink podcast={podcast} />
      <p className="mt-1 flex flex-wrap gap-x-3 text-meta">
        <StatusBadge>{stageOf(podcast, sells)}</StatusBadge>
        {left && <span className="text-soft">{left}</span>}
      </p>
    </Row>
  );
}

function FailedEpisode(props: EpisodeCardProps) {
  const { podcast, order } = props;
  const sells = useSales();
  return (
    <Row
      action={
        <Button href={reorderPath(podcast, { unused: order })} className="shrink-0">
          {sells ? 'Order again' : 'Make it again'}
        </Button>
      }
      links={
        props.receiptPath && (
          <>
            <ReceiptLink {...props} />
            <ManageKey {...props} />
          </>
        )
      }
    >
      <Title text={podcast.title} className="line-clamp-2" />
      <p className="mt-1 text-meta text-soft">
        {podcast.failure ?? 'Couldn’t be finished.'} <RefundLine order={order} />
      </p>
    </Row>
  );
}

type RefundLineProps = { order: Order | undefined; before?: string };

function RefundLine({ order, before = '' }: RefundLineProps) {
  const sells = useSales();
  const isBack = order?.status === 'refunded';
  if (!sells || !(isBack || order?.status === 'refund_pending')) return null;
  return (
    <>
      {before}
      <strong className="text-ink">
        {formatPrice(order.total)} {isBack ? 'refunded.' : 'is on its way back.'}
      </strong>
    </>
  );
}
