import { ExternalLink } from 'lucide-react';
import { Title } from '../../ui/Title.tsx';
import type { Source } from './marks.ts';
import { SourceNumber } from './SourceNumber.tsx';
import { datedWords, safeUrl } from './sourceText.ts';

export function SourceAbout({ source, number }: { source: Source; number: number }) {
  const { title, site } = source;
  return (
    <div className="flex items-start gap-3">
      <SourceNumber number={number} />
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <Title text={title} />
        <p className="mt-1 text-meta text-soft">
          {site && <>{site}. </>}
          <span className="whitespace-nowrap">{datedWords(source)}.</span>
        </p>
      </div>
    </div>
  );
}

/** In a new tab, so that the sound goes on. */
export function PageLink({ source, className }: { source: Source; className: string }) {
  const page = safeUrl(source);
  if (!page) return null;
  return (
    <a href={page} target="_blank" rel="noopener noreferrer nofollow" className={className}>
      Open the page<span className="sr-only">: {source.title}, in a new tab</span>
      <ExternalLink aria-hidden size={18} className="shrink-0" />
    </a>
  );
}
