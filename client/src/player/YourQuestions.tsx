import { useQuery } from '@tanstack/react-query';
import { Check, Circle } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import type { Answers } from '#shared/brief.ts';
import { answersQuery } from '../api/listen.ts';

type QuestionListProps = {
  title: string;
  questions: Answers['questions'];
  /** Renders the link to an answer that begins at `start`, s. */
  place: (start: number, question: string) => ReactNode;
};

type YourQuestionsProps = Omit<QuestionListProps, 'questions'> & { answersUrl: string | null };

export const timeStyle =
  'grid min-h-11 min-w-11 shrink-0 place-items-center px-1 font-bold tabular-nums underline decoration-[1.5px] underline-offset-[5px]';

export function YourQuestions({ answersUrl, ...list }: YourQuestionsProps) {
  const questions = useQuery(answersQuery(answersUrl)).data?.questions ?? [];
  return <QuestionList questions={questions} {...list} />;
}

export function QuestionList({ title, questions, place }: QuestionListProps) {
  const label = useId();
  if (questions.length === 0) return null;
  return (
    <section aria-labelledby={label}>
      <h2 id={label} className="font-sans text-body font-bold">
        {title}
      </h2>
      <ul className="mt-1">
        {questions.map((question) => (
          <li
            key={question.text}
            className="flex min-h-11 items-start gap-3 border-line not-first:border-t"
          >
            {'open' in question ? (
              <>
                <Circle aria-hidden size={20} className="mt-2.5 shrink-0 text-soft" />
                <p className="grow py-2 [overflow-wrap:anywhere]">
                  <bdi>{question.text}</bdi>{' '}
                  <span className="block text-meta text-soft">Not answered in this episode</span>
                </p>
              </>
            ) : (
              <>
                <Check aria-label="Answered" role="img" size={20} className="mt-2.5 shrink-0" />
                <p dir="auto" className="min-w-0 grow py-2 [overflow-wrap:anywhere]">
                  {question.text}
                </p>
                {place(question.start, question.text)}
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
