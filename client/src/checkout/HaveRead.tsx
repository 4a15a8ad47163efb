import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { Link } from 'wouter';
import { sourcesQuery } from '../api/listen.ts';
import { sourcesOf } from '../playback/words.ts';

type HaveReadProps = { sourcesUrl: string | null; listenUrl: string };

export function HaveRead({ sourcesUrl, listenUrl }: HaveReadProps) {
  const count = useQuery(sourcesQuery(sourcesUrl)).data?.sources.length ?? 0;
  if (count === 0) return null;
  return (
    <Link
      href={`${listenUrl}&sources=all`}
      className="mt-7 flex min-h-13 items-center gap-3 border-y border-line"
    >
      <span className="grow font-bold">They read up: {sourcesOf(count)}</span>
      <ChevronRight aria-hidden size={20} className="shrink-0 text-soft" />
    </Link>
  );
}
