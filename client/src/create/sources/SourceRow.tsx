import { CircleAlert, FileText, Link2, Text } from 'lucide-react';
import type { Source } from '#shared/sources.ts';
import { Button } from '../../ui/Button.tsx';
import { RemoveButton } from '../RemoveButton.tsx';
import { fallbackTitle, type SourceEntry } from './sourceEntry.ts';

const ICONS = { link: Link2, topic: Link2, text: Text, pdf: FileText };

type SourceRowProps = { row: SourceEntry; onRemove: () => void; onReadAgain: () => void };

export function SourceRow({ row, onRemove, onReadAgain }: SourceRowProps) {
  const { attachment, source, problem } = row;
  const name = source?.title || fallbackTitle(attachment);
  const Icon = ICONS[source?.kind ?? (attachment.kind === 'read' ? 'link' : attachment.kind)];
  return (
    <li className="border-line not-first:border-t">
      <div className="flex items-start gap-3">
        <Icon aria-hidden size={20} className="mt-3 hidden shrink-0 text-soft @[15rem]:block" />
        <div className="min-w-0 grow py-2.5">
          <div role="status">
            <p dir="auto" className="line-clamp-2 font-semibold [overflow-wrap:anywhere]">
              {name}
            </p>
            {problem ? (
              <p className="mt-1 flex items-start gap-2 font-semibold text-err">
                <CircleAlert aria-hidden size={20} className="mt-0.5 shrink-0" />
                {problem.sentence}
              </p>
            ) : (
              <p className="text-meta text-soft [overflow-wrap:anywhere]">
                {source ? sourceFacts(source) : 'Reading…'}
              </p>
            )}
          </div>
          {problem?.mayPass && (
            <Button
              kind="quiet"
              aria-label={`Try again: ${name}`}
              onClick={onReadAgain}
              className="-mx-1 -mb-2"
            >
              Try again
            </Button>
          )}
        </div>
        <RemoveButton name={name} onRemove={onRemove} />
      </div>
    </li>
  );
}

function sourceFacts({ site, words, kind }: Source): string {
  const where = site ?? { link: null, pdf: 'PDF', text: 'Your text' }[kind];
  const length = words === 1 ? '1 word' : `${words.toLocaleString('en')} words`;
  return [where, length].filter(Boolean).join(', ');
}
