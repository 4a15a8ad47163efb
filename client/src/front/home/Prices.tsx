import { Link } from 'wouter';
import { DURATIONS, formatPrice, LIST_PRICE } from '#shared/pricing.ts';
import { margins, Section } from './Section.tsx';

export function Prices() {
  return (
    <div className={margins}>
      <Section title="You pay for minutes, once" space="pt-11 lg:pt-18">
        <div className="mt-5 grid items-center gap-x-11 gap-y-5 lg:grid-cols-[1fr_560px]">
          <p className="max-w-[30em] text-lead lg:order-first">
            You hear the minutes you paid for. If an episode can’t be made, your money goes back by
            itself.
          </p>
          <ul className="well order-first grid grid-cols-4 rounded-control! p-1">
            {DURATIONS.map((minutes) => (
              <li key={minutes}>
                <Link
                  href={`/create?duration=${minutes}`}
                  className="flex min-h-19 flex-col items-center justify-end rounded-well pb-3"
                >
                  <Ticks />
                  <span className="mt-2.5 font-display text-[1.3125rem] leading-none">
                    {minutes}{' '}
                    <span className="font-sans text-meta">
                      min<span className="sr-only">utes</span>
                    </span>
                  </span>
                  <span className="mt-1.5 text-soft">{formatPrice(LIST_PRICE[minutes])}</span>
                </Link>
              </li>
            ))}
          </ul>
        </div>
      </Section>
    </div>
  );
}

function Ticks() {
  return (
    <svg aria-hidden="true" viewBox="0 0 80 12" className="h-3 w-full max-w-20 stroke-rim">
      <path d="M8 0V7M24 0V7M40 0V12M56 0V7M72 0V7" strokeWidth="2" strokeLinecap="round" />
    </svg>
  );
}
