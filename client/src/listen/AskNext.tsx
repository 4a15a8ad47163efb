import { ArrowRight } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'wouter';

/** What a listener may want to know next, each a subject for an episode. */
export function AskNext({ questions }: { questions: string[] }) {
  const label = useId();
  if (questions.length === 0) return null;
  return (
    <section aria-labelledby={label} className="mt-9 border-t border-line pt-5">
      <h2 id={label} className="font-sans text-body font-bold">
        Ask next
      </h2>
      <ul className="mt-1">
        {questions.map((question) => (
          <li key={question} className="border-line not-first:border-t">
            <Link
              href={`/create?topic=${encodeURIComponent(question)}`}
              className="flex min-h-11 items-center gap-3 rounded-well py-2"
            >
              <span className="min-w-0 grow [overflow-wrap:anywhere]">{question}</span>
              <ArrowRight aria-hidden size={20} className="shrink-0 text-soft" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
