import type { AdminPodcast } from '#shared/admin.ts';
import { Moment } from './AdminRow.tsx';

type Verdicts = AdminPodcast['verdicts'];

export const verdictText = ({ yes, no }: Verdicts): string | false =>
  yes + no > 0 && `${yes} found it right, ${no} didn’t`;

export function VerdictNotes({ episode: { title, verdicts } }: { episode: AdminPodcast }) {
  return (
    <ul aria-label={`What was wrong with ${title}`}>
      {verdicts.notes.map(({ text, saidAt }) => (
        <li key={`${saidAt} ${text}`} className="border-t border-line py-2 first:border-t-0">
          <q dir="auto" className="[overflow-wrap:anywhere]">
            {text}
          </q>{' '}
          <span className="text-soft">
            <Moment at={saidAt} />
          </span>
        </li>
      ))}
    </ul>
  );
}
