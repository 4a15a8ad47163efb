import { Plus } from 'lucide-react';
import { Link } from 'wouter';
import { createPath } from './createPath.ts';
import { margins, Section } from './Section.tsx';

const cases = [
  { kind: 'Learning', topic: 'Black holes, for the tired' },
  { kind: 'Storytelling', topic: 'The Mona Lisa heist, hour by hour' },
  { kind: 'Entertainment', topic: 'Worst sequels, ranked by grudge' },
  { kind: 'Friend-style chats', topic: 'Should I text my old band?' },
  { kind: 'Hobby deep-dives', topic: 'Sourdough, but the chemistry' },
  { kind: 'Quick explanations', topic: 'What is a tariff, really?' },
];

export function UseCases() {
  return (
    <div className={margins}>
      <Section title="What people ask after dark">
        <ul className="mt-5 grid gap-x-7 md:grid-cols-2 lg:mt-7 lg:grid-cols-3">
          {cases.map(({ kind, topic }) => (
            <li key={topic} className="border-t border-line">
              <Link
                href={createPath(topic)}
                className="flex h-full items-center justify-between gap-4 rounded-chip py-4"
              >
                <span>
                  <span className="block font-display text-h3 text-balance">{topic}</span>
                  <span className="mt-1 block text-meta text-soft">{kind}</span>
                </span>
                <Plus aria-hidden size={24} className="shrink-0" />
              </Link>
            </li>
          ))}
        </ul>
      </Section>
    </div>
  );
}
