import { type ReactNode, useEffect, useRef } from 'react';
import { tabTitle } from '#shared/brand.ts';
import { classes } from './classes.ts';

type PageProps = {
  /** The brand name is added. */
  title: string;
  children: ReactNode;
  /** `column` is one column for forms and lists; `full` leaves margins to the page. */
  layout?: 'column' | 'content' | 'full' | undefined;
  className?: string | undefined;
};

const widths = {
  column: 'mx-auto w-full max-w-column px-5 pb-9 lg:pt-8 lg:pb-18',
  content: 'mx-auto w-full max-w-[1280px] px-5 pb-18 lg:px-22 lg:pt-8',
  full: '',
};

/** False until the first page has mounted: only client-side navigation moves the focus. */
let opened = false;

export function Page({ title, children, layout = 'column', className }: PageProps) {
  const main = useRef<HTMLElement>(null);

  useEffect(() => {
    document.title = tabTitle(title);
  }, [title]);

  useEffect(() => {
    if (opened) {
      const target = main.current?.querySelector('h1') ?? main.current;
      target?.setAttribute('tabindex', '-1');
      target?.focus({ preventScroll: true });
    }
    opened = true;
  }, []);

  return (
    <main ref={main} id="main" className={classes('grow', widths[layout], className)}>
      {children}
    </main>
  );
}
