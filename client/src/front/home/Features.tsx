import { useSales } from '../../api/sales.ts';
import { margins, Section } from './Section.tsx';

export function Features() {
  const sells = useSales();
  return (
    <Section title="One episode, made for you" className={`${margins} pt-7 pb-11 lg:pt-4 lg:pb-18`}>
      <div className="relative mx-auto mt-5 max-w-110 text-center text-on-fill md:mt-7 md:max-w-none">
        {/* One above the other on phones, side by side on wider screens. */}
        <svg
          aria-hidden="true"
          viewBox="0 0 350 404"
          preserveAspectRatio="none"
          className="absolute inset-0 size-full md:hidden"
        >
          <path
            fill="var(--a-fill)"
            d="M20 0H330A20 20 0 0 1 350 20V109A175 175 0 0 1 0 109V20A20 20 0 0 1 20 0Z"
          />
          <path
            fill="var(--b-fill)"
            d="M20 404H330A20 20 0 0 0 350 384V295A175 175 0 0 0 0 295V384A20 20 0 0 0 20 404Z"
          />
          <path fill="var(--lens)" d="M26.8 202A175 175 0 0 0 323.2 202A175 175 0 0 0 26.8 202Z" />
        </svg>
        <div aria-hidden className="absolute inset-0 hidden md:block">
          <div className="absolute inset-y-0 left-0 w-[calc(50%+98px)] rounded-l-card rounded-r-[165px] bg-a-fill" />
          <div className="absolute inset-y-0 right-0 w-[calc(50%+98px)] rounded-r-card rounded-l-[165px] bg-b-fill" />
          <svg
            aria-hidden="true"
            viewBox="0 0 196 302"
            className="absolute top-1/2 left-1/2 h-[302px] w-[196px] -translate-1/2"
          >
            <path fill="var(--lens)" d="M98 0A165 165 0 0 1 98 302A165 165 0 0 1 98 0Z" />
          </svg>
        </div>
        <div className="relative grid h-[404px] grid-rows-[30%_40%_30%] md:h-[330px] md:grid-cols-[1fr_196px_1fr] md:grid-rows-1">
          <Card
            title="No series required"
            className="px-4 pt-5 md:self-center md:py-0 md:pr-4 md:pl-9 md:text-left"
          >
            One question, one episode. Nothing to follow, nothing to cancel.
          </Card>
          <Card title="Yours to keep" className="self-center px-18 md:px-6">
            {sells ? 'Inbox, web page, podcast app.' : 'Web page, podcast app, MP3.'}
          </Card>
          <Card
            title={sells ? 'The minutes you bought' : 'The minutes you asked for'}
            className="self-end px-4 pb-5 md:self-center md:py-0 md:pr-9 md:pl-4 md:text-right"
          >
            {`You ${sells ? 'pay' : 'ask'} for fifteen, you hear fifteen. We measure every episode.`}
          </Card>
        </div>
      </div>
    </Section>
  );
}

type CardProps = { title: string; className: string; children: string };

function Card({ title, className, children }: CardProps) {
  return (
    <div className={className}>
      <h3 className="lg:text-h2">{title}</h3>
      <p className="mt-1.5 leading-snug text-balance">{children}</p>
    </div>
  );
}
