import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import type { Podcast } from '#shared/episode.ts';
import { classes } from '../ui/classes.ts';
import { sourceCountText } from './progressText.ts';

export function ReadingUp({ stage, sources }: Pick<Podcast, 'stage' | 'sources'>) {
  const isReading = stage === 'reading';
  const list = useId();
  const [chosen, setChosen] = useState<boolean | null>(null);
  const isOpen = chosen ?? isReading;
  if (!isReading && sources.length === 0) return null;
  return (
    <section aria-label="Sources" className="mt-5 border-b border-line">
      {sources.length === 0 ? (
        <p className="flex min-h-13 items-center text-soft">Looking for something to read...</p>
      ) : (
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={list}
          onClick={() => setChosen(!isOpen)}
          className="flex min-h-13 w-full items-center gap-3 text-left"
        >
          <span className="grow font-bold">
            {isReading ? 'They’re reading up' : 'They read up'}: {sourceCountText(sources.length)}
          </span>
          <ChevronDown
            aria-hidden
            size={20}
            className={classes('shrink-0 transition-[rotate]', isOpen && 'rotate-180')}
          />
        </button>
      )}
      {/* In the page before its first item, so that a screen reader announces each new one once. */}
      <ul
        id={list}
        aria-live="polite"
        aria-relevant="additions"
        aria-atomic="false"
        hidden={!isOpen}
      >
        {sources.map(({ id, title, site }) => (
          <li
            key={id}
            className="pb-3 transition-opacity duration-300 [overflow-wrap:anywhere] starting:opacity-0"
          >
            <span dir="auto" className="block leading-snug">
              {title}
            </span>
            {site && <span className="block text-meta text-soft">{site}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
