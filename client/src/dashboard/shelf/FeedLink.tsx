import { Rss } from 'lucide-react';
import { Link } from 'wouter';
import { FEED_PATH } from '../layers.ts';

export function FeedLink() {
  return (
    <Link
      href={FEED_PATH}
      aria-label="Listen in your podcast app"
      className="inline-flex min-h-11 items-center gap-2.5 rounded-chip font-bold underline decoration-[1.5px] underline-offset-[5px]"
    >
      <Rss aria-hidden size={20} strokeWidth={2.25} /> Podcast app
    </Link>
  );
}
