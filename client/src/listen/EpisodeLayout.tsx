import { Download } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { mark } from '#shared/brand.ts';
import { DEMO_NOTICE } from '#shared/demoNotice.ts';
import { useDemoWriter } from '../api/config.ts';
import { SpeakerMark } from '../player/engine/SpeakerMark.tsx';
import { Button } from '../ui/Button.tsx';
import { classes } from '../ui/classes.ts';
import { Page } from '../ui/Page.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Title } from '../ui/Title.tsx';

type EpisodeLayoutProps = {
  title: string;
  /** A `PlayerFrame`. */
  player: ReactNode;
  /** Null for an old episode without one; undefined until it is known. */
  coverUrl: string | null | undefined;
  /** Replaces a missing cover; the two Ds do otherwise. */
  standIn?: ReactNode;
  /** Under the cover, on wide screens only. */
  aside?: ReactNode;
  children: ReactNode;
};

export function EpisodeLayout(props: EpisodeLayoutProps) {
  const { title, player, coverUrl, standIn, aside, children } = props;
  return (
    <Page title={title} layout="full" className="flex flex-col">
      {player}
      <div className="mx-auto w-full max-w-column grow lg:grid lg:max-w-[1280px] lg:grid-cols-[20rem_minmax(0,42rem)] lg:justify-between lg:gap-x-18 lg:px-22 lg:pt-2">
        <div className="hidden lg:block">
          <aside className="sticky top-7 flex max-h-[calc(100dvh-var(--deck-height,0px)-12.5rem)] flex-col gap-5">
            <Cover url={coverUrl} className="max-h-[40dvh] w-full rounded-card">
              {standIn}
            </Cover>
            {aside}
          </aside>
        </div>
        {/* On phones, nothing may reach beyond the edge of the screen. */}
        <div className="min-w-0 px-5 pb-11 max-sm:overflow-x-clip lg:px-0">{children}</div>
      </div>
    </Page>
  );
}

/** Laid out by `.player` in app.css. Clips the half of the playhead that overhangs at the end. */
export function PlayerFrame({ children }: { children: ReactNode }) {
  return (
    <section
      aria-label="Player"
      // Reaches behind the round corners of the deck below, and lets the text above fade out.
      className="grille before:pointer-events-none before:absolute before:inset-x-0 before:bottom-full before:h-6 before:bg-linear-to-t before:from-ground after:absolute after:inset-x-0 after:top-full after:h-[min(1.25rem,var(--deck-height,0px))] after:bg-panel sticky bottom-(--deck-height,0px) z-30 order-last overflow-x-clip rounded-t-sheet bg-panel pt-3 pb-[max(1rem,calc(env(safe-area-inset-bottom)-var(--deck-height,0px)))] shadow-lift"
    >
      <div className="player mx-auto max-w-column px-5 lg:max-w-[1600px] lg:px-7">{children}</div>
    </section>
  );
}

type CoverProps = { url: string | null | undefined; className: string; children?: ReactNode };

function Cover({ url, className, children }: CoverProps) {
  const [broken, setBroken] = useState('');
  const isMissing = url === null || url === broken;
  return (
    <div
      aria-hidden
      className={classes(
        'grid aspect-square shrink-0 place-items-center overflow-hidden bg-panel shadow-lift',
        className,
      )}
    >
      {isMissing &&
        (children ?? (
          <svg viewBox="0 0 48 32" role="presentation" className="w-3/5">
            <path fill="var(--a-fill)" d={mark.a} />
            <path fill="var(--b-fill)" d={mark.b} />
            <path fill="var(--lens)" d={mark.lens} />
          </svg>
        ))}
      {url && !isMissing && (
        <img
          src={url}
          alt=""
          width="1400"
          height="1400"
          loading="lazy"
          decoding="async"
          onError={() => setBroken(url)}
          className="size-full object-cover"
        />
      )}
    </div>
  );
}

type HeadingProps = {
  title: string;
  summary: string | null;
  /** Empty until the hosts are known. */
  hosts: readonly string[];
  coverUrl: string | null | undefined;
  /** Buttons above the title; their space is kept while they load. */
  children?: ReactNode;
};

export function Heading({ title, summary, hosts, coverUrl, children }: HeadingProps) {
  return (
    <div className="mb-5">
      <div className="mb-3 flex min-h-12 items-center gap-3">
        <Cover url={coverUrl} className="w-12 rounded-[10px] lg:hidden" />
        <p className="flex min-w-0 grow flex-col gap-x-5 leading-[1.4] font-bold sm:flex-row sm:flex-wrap">
          {hosts.map((host, index) => (
            <span
              key={index === 0 ? 'A' : 'B'}
              className={classes(
                'flex min-w-0 items-center gap-2 text-meta sm:text-body',
                index === 0 ? 'text-a' : 'text-b',
              )}
            >
              <SpeakerMark side={index === 0 ? 'A' : 'B'} />
              <span className="truncate">{host}</span>
            </span>
          ))}
        </p>
        <div className="-mr-2.5 flex h-11 w-33 shrink-0 justify-end">{children}</div>
      </div>
      <Title as="h1" text={title} className="text-[1.625rem]! lg:text-[2.25rem]!" />
      {summary && <Summary text={summary} />}
    </div>
  );
}

function Summary({ text }: { text: string }) {
  const [isOpen, setOpen] = useState(false);
  const [isShort, setShort] = useState(false);
  const box = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => {
    const folded = box.current;
    if (!folded) return;
    const measure = () => setShort(folded.scrollHeight <= folded.clientHeight + 1);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(folded);
    return () => observer.disconnect();
  }, []);
  return (
    <div className="mt-3 flex items-end gap-3">
      <p
        ref={isOpen ? undefined : box}
        dir="auto"
        className={classes('grow text-soft', !isOpen && 'line-clamp-2')}
      >
        {text}
      </p>
      {!isOpen && (
        <button
          type="button"
          aria-label="More of the summary"
          onClick={() => setOpen(true)}
          // Keeps its room, so that nothing moves when it turns out not to be needed.
          className={classes(
            'relative font-bold underline decoration-[1.5px] underline-offset-[5px] before:absolute before:-inset-x-3 before:-inset-y-2.5',
            isShort && 'invisible',
          )}
        >
          More
        </button>
      )}
    </div>
  );
}

/** The questions and the sources. */
export const beforeTheLines = 'mb-6 flex flex-col gap-6 empty:hidden';

/** More than a screen of lines, so that nothing visible moves when the transcript arrives. */
const LINES = Array.from({ length: 10 }, (_, line) => line);

export function LinesSkeleton() {
  return (
    <div className="flex flex-col gap-7 py-3" role="status" aria-label="Loading the transcript">
      {LINES.map((line) => (
        <Skeleton key={line} className={line % 2 ? 'ml-[34px] h-20' : 'h-20'} />
      ))}
    </div>
  );
}

export function EpisodeFoot({ audioUrl, onReport }: { audioUrl: string; onReport: () => void }) {
  const isDemo = useDemoWriter();
  return (
    <footer className="mt-9 flex flex-col items-start gap-4 border-t border-line pt-5">
      <p className="text-meta text-soft">
        Made by AI: the script and both voices. The hosts can get things wrong.
      </p>
      {isDemo && <p className="text-meta text-soft">{DEMO_NOTICE}</p>}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <a
          href={`${audioUrl}?download=1`}
          download
          className="button inline-flex min-h-12 items-center gap-2.5 rounded-button px-5 font-bold"
        >
          <Download aria-hidden size={20} /> Download MP3
        </a>
        <Button kind="quiet" onClick={onReport} className="-mx-1">
          Report this episode
        </Button>
      </div>
    </footer>
  );
}
