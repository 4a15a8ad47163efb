import { useQuery } from '@tanstack/react-query';
import { Check, ChevronRight, Download, Play, Podcast as PodcastIcon, Share } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { clock } from '#shared/clock.ts';
import type { Podcast } from '#shared/episode.ts';
import { useSendsEmail } from '../api/config.ts';
import { finishedQuery, sourcesQuery } from '../api/listen.ts';
import type { Playable } from '../player/deck/playable.ts';
import { playNow } from '../player/deck/playNow.ts';
import type { Row } from '../player/deck/useRow.ts';
import { Wave } from '../player/engine/Wave.tsx';
import { sourceCountText } from '../player/progressText.ts';
import { timeStyle, YourQuestions } from '../player/YourQuestions.tsx';
import { Button } from '../ui/Button.tsx';
import { lazySheet } from '../ui/lazySheet.tsx';
import { Page } from '../ui/Page.tsx';
import { Title } from '../ui/Title.tsx';

const ShareSheet = lazySheet(() => import('../player/share/ShareSheet.tsx'));
const FeedSheet = lazySheet(() => import('../player/feed/FeedSheet.tsx'));

type ReadyProps = {
  podcast: Podcast;
  playable: Playable;
  row: Row;
  onChangeEmail: () => void;
};

const tile = 'button flex min-h-16 flex-col gap-1! rounded-button px-2! text-meta! font-bold';
const aside = 'font-normal! text-soft';

export function Ready({ podcast, playable, row, onChangeEmail }: ReadyProps) {
  const { publicId, listenUrl, title, voice1Name, voice2Name, durationSeconds, duration } = podcast;
  const { audioUrl } = podcast;
  const { token } = playable;
  const isBegun = row.state !== 'idle' || row.seconds > 0;
  const sendsEmail = useSendsEmail();
  // Null until first opened; then they stay, so that they can animate when they close.
  const [isSharing, setSharing] = useState<boolean | null>(null);
  const [isFeedOpen, setFeedOpen] = useState<boolean | null>(null);
  const shared = useQuery(finishedQuery(token)).data?.episode;
  const sources = useQuery(sourcesQuery(shared?.sourcesUrl ?? null)).data?.sources;
  const sourceCount = sources?.length ?? 0;
  return (
    <Page title="Your episode is ready">
      <p role="status" className="mt-2 mb-3 flex items-center gap-2 font-bold">
        <Check aria-hidden size={22} strokeWidth={2.5} /> Off air
      </p>
      <h1 className="mb-7">Your episode is ready</h1>
      <section aria-label="Your tape" className="overflow-hidden rounded-card bg-panel shadow-lift">
        <div className="grille border-b border-line bg-well py-4">
          <Wave
            wave={podcast.wave}
            seed={publicId}
            height={96}
            played={isBegun ? row.fraction : 1}
            head={isBegun ? 'ink' : undefined}
          />
        </div>
        <div className="p-5">
          <Title as="h2" text={title} />
          <p className="mt-2 text-soft">
            <strong className="text-a">{voice1Name}</strong> and{' '}
            <strong className="text-b">{voice2Name}</strong>,{' '}
            <span className="tabular-nums">{clock(durationSeconds ?? duration * 60)}</span>
          </p>
        </div>
      </section>
      <Button kind="main" wide href={listenUrl} onClick={() => playNow(playable)} className="mt-7">
        <Play aria-hidden size={22} fill="currentColor" /> Listen now
      </Button>
      <div className="mt-4 grid grid-cols-3 gap-3">
        <Button onClick={() => setSharing(true)} className={tile}>
          <Share aria-hidden size={20} /> Share
        </Button>
        <Button onClick={() => setFeedOpen(true)} className={tile}>
          <PodcastIcon aria-hidden size={20} /> Podcast app
        </Button>
        {audioUrl && (
          <a
            href={`${audioUrl}?download=1`}
            download
            className={`${tile} items-center justify-center leading-tight select-none`}
          >
            <Download aria-hidden size={20} /> Download
          </a>
        )}
        {isSharing !== null && (
          <ShareSheet
            episode={{ token, title, audioUrl, publicId: null }}
            time={() => row.seconds}
            open={isSharing}
            onClose={() => setSharing(false)}
          />
        )}
        {isFeedOpen !== null && <FeedSheet open={isFeedOpen} onClose={() => setFeedOpen(false)} />}
      </div>
      <div className="mt-7 empty:hidden">
        <YourQuestions
          title="Your questions"
          answersUrl={shared?.answersUrl ?? null}
          place={(start, question) => (
            <Link
              href={`${listenUrl}&t=${Math.floor(start)}`}
              onClick={() => playNow(playable, Math.floor(start))}
              aria-label={`Play from ${clock(start)}: ${question}`}
              className={timeStyle}
            >
              {clock(start)}
            </Link>
          )}
        />
      </div>
      {sourceCount > 0 && (
        <Link
          href={`${listenUrl}&sources=all`}
          className="mt-7 flex min-h-13 items-center gap-3 border-y border-line"
        >
          <span className="grow font-bold">They read up: {sourceCountText(sourceCount)}</span>
          <ChevronRight aria-hidden size={20} className="shrink-0 text-soft" />
        </Link>
      )}
      {sendsEmail && (
        <p className="mt-7 text-soft">
          We’ve emailed the link to{' '}
          <strong className="[overflow-wrap:anywhere] text-ink">{podcast.email}</strong>, too.
        </p>
      )}
      <div className={`-mx-1 flex flex-wrap gap-x-5 ${sendsEmail ? 'mt-2' : 'mt-7'}`}>
        {sendsEmail && (
          <Button kind="quiet" onClick={onChangeEmail} className={aside}>
            No email? Send it again
          </Button>
        )}
        <Button kind="quiet" href="/dashboard" className={aside}>
          All your episodes
        </Button>
      </div>
    </Page>
  );
}
