import { ChevronDown } from 'lucide-react';
import { Children, isValidElement, type ReactElement, type ReactNode } from 'react';
import { Link } from 'wouter';
import { brand } from '#shared/brand.ts';
import { useConfig } from '../../api/config.ts';
import { useSales } from '../../api/sales.ts';
import { classes } from '../../ui/classes.ts';
import { Page } from '../../ui/Page.tsx';

/** The date of all three texts: set it anew whenever one of them changes. */
const IN_FORCE_SINCE = '27 November 2026';

/** Number of sections; a shorter text needs no table of contents on a phone. */
const LONG = 7;

type LegalPageProps = {
  title: string;
  lead: string;
  action?: ReactNode;
  /** Each a `Section`. */
  children: ReactNode;
};

const reading =
  'flex flex-col gap-4 text-body leading-[1.53] [&_a]:underline [&_a]:underline-offset-2 [&_li]:pl-1 [&_ul]:flex [&_ul]:list-disc [&_ul]:flex-col [&_ul]:gap-2.5 [&_ul]:pl-5 [&_ul:has(>li>strong:first-child)]:gap-4 [&_li:has(>strong:first-child)]:-ml-6 [&_li:has(>strong:first-child)]:list-none';

export function LegalPage({ title, lead, action, children }: LegalPageProps) {
  const sections = Children.toArray(children).filter(isSection);
  return (
    <Page title={title} layout="content">
      <div className="mx-auto grid max-w-column gap-x-18 lg:max-w-none lg:grid-cols-[280px_minmax(0,620px)]">
        <header className="lg:col-start-2">
          <h1 className="mt-2 mb-4">{title}</h1>
          <p className="text-lead text-soft">{lead}</p>
          <p className="mt-3 text-meta text-soft">In force since {IN_FORCE_SINCE}</p>
          {action && <div className="mt-6">{action}</div>}
        </header>
        <nav
          aria-label="On this page"
          className={classes(
            'mt-7 border-y border-line py-1 lg:sticky lg:top-[72px] lg:col-start-1 lg:mt-11 lg:self-start lg:border-0 lg:py-0',
            sections.length < LONG && 'max-lg:hidden',
          )}
        >
          {/* Always open on wide screens, or foldable where the browser cannot do that. */}
          <details className="group lg:[&::details-content]:[content-visibility:visible]">
            <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between font-bold lg:supports-[selector(::details-content)]:hidden [&::-webkit-details-marker]:hidden">
              On this page
              <ChevronDown aria-hidden size={20} className="group-open:rotate-180" />
            </summary>
            <ul className="sm:columns-2 lg:columns-1">
              {sections.map(({ props: { id, title } }) => (
                <li key={id}>
                  <a
                    href={`#${id}`}
                    className="flex min-h-11 items-center underline decoration-rim underline-offset-[5px]"
                  >
                    {title}
                  </a>
                </li>
              ))}
            </ul>
          </details>
        </nav>
        <div className="lg:col-start-2">{children}</div>
      </div>
    </Page>
  );
}

type SectionProps = { id: string; title: string; children: ReactNode };

const isSection = (child: ReactNode): child is ReactElement<SectionProps> =>
  isValidElement(child) && child.type === Section;

export function Section({ id, title, children }: SectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="pt-11">
      <h2 id={`${id}-title`} className="mb-4">
        {title}
      </h2>
      <div className={reading}>{children}</div>
    </section>
  );
}

/** Use it to start a sentence, because the name may end in a full stop. */
export function Seller() {
  const sells = useSales();
  const { name, address } = useConfig()?.legal ?? { name: brand.name, address: '' };
  // The software's own name is not that of whoever runs the house.
  if (!sells && name === brand.name) return 'Whoever runs this house';
  return (
    <>
      <strong>{name}</strong>
      {address && `, ${address},`}
    </>
  );
}

/** The sentence must also read well while the address is missing. */
export function SupportAddress() {
  const sells = useSales();
  const supportEmail = useConfig()?.supportEmail;
  if (!sells) return <Link href="/contact">whoever runs this house</Link>;
  if (!supportEmail) return 'the address at the foot of our emails';
  return (
    <a href={`mailto:${supportEmail}`} className="[overflow-wrap:anywhere]">
      {supportEmail}
    </a>
  );
}
