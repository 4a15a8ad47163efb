import { Children, isValidElement, type ReactElement, type ReactNode } from 'react';
import { Page } from '../ui/Page.tsx';

type LegalPageProps = {
  title: string;
  /** The page summed up in a sentence or two. */
  lead: string;
  /** Each a `Section`. */
  children: ReactNode;
};

const reading =
  'flex flex-col gap-4 text-body leading-[1.65] [&_a]:underline [&_a]:underline-offset-2 [&_li]:pl-1 [&_ul]:flex [&_ul]:list-disc [&_ul]:flex-col [&_ul]:gap-2.5 [&_ul]:pl-5';

/** A legal text: summary, table of contents, and sections at reading width. */
export function LegalPage({ title, lead, children }: LegalPageProps) {
  return (
    <Page title={title} layout="content">
      <div className="mx-auto grid max-w-column gap-x-18 lg:max-w-none lg:grid-cols-[280px_minmax(0,620px)]">
        <header className="lg:col-start-2">
          <h1 className="mt-2 mb-4">{title}</h1>
          <p className="text-lead text-soft">{lead}</p>
        </header>
        <nav
          aria-label="On this page"
          className="mt-7 border-y border-line py-3 lg:sticky lg:top-[72px] lg:col-start-1 lg:mt-11 lg:self-start lg:border-0 lg:py-0"
        >
          <ul className="sm:columns-2 lg:columns-1">
            {Children.toArray(children)
              .filter(isSection)
              .map(({ props: { id, title } }) => (
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
        </nav>
        <div className="lg:col-start-2">{children}</div>
      </div>
    </Page>
  );
}

type SectionProps = { id: string; title: string; children: ReactNode };

const isSection = (child: ReactNode): child is ReactElement<SectionProps> =>
  isValidElement(child) && child.type === Section;

/** A section of a legal text; its title is in the table of contents, too. */
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
