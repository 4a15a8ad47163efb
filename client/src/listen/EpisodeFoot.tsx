import { Download } from 'lucide-react';
import { DEMO_NOTICE } from '#shared/demoNotice.ts';
import { useDemoWriter } from '../api/config.ts';
import { Button } from '../ui/Button.tsx';

type EpisodeFootProps = { audioUrl: string; onReport: () => void };

export function EpisodeFoot({ audioUrl, onReport }: EpisodeFootProps) {
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
