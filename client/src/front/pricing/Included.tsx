import { Check } from 'lucide-react';

const included = [
  ['Two voices you choose', 'More than 65 on call. Hear each one before you decide.'],
  ['Exact minutes', 'Measured on the finished file, and printed on its page.'],
  ['Mastered sound', 'One even level from the first word to the goodbye.'],
  ['Transcript with chapters', 'Read along, or go straight to the part you want.'],
  ['The file itself', 'Download it. It’s yours to keep.'],
  ['An email and a listen page', 'The link comes by email and works on any device.'],
] as const;

export function Included() {
  return (
    <section aria-labelledby="included">
      <h2 id="included">In every episode</h2>
      <ul className="mt-5 grid gap-x-7 gap-y-5 sm:grid-cols-2">
        {included.map(([what, text]) => (
          <li key={what} className="flex gap-3">
            <Check aria-hidden size={22} className="mt-0.5 shrink-0" />
            <div>
              <h3>{what}</h3>
              <p className="mt-1 text-body leading-snug text-soft">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
