import type { ComponentProps, MouseEvent, MouseEventHandler, ReactNode } from 'react';
import { Link } from 'wouter';
import { classes } from './classes.ts';

type ButtonProps = Omit<ComponentProps<'button'>, 'onClick'> & {
  /** `main` is the primary action, one per screen. `quiet` looks like a text link. */
  kind?: 'main' | 'plain' | 'quiet' | undefined;
  /** Stays pressed, shows `pendingLabel` and ignores further clicks. */
  pending?: boolean | undefined;
  pendingLabel?: string | undefined;
  href?: string | undefined;
  /** On a link, runs before it leads there. */
  onClick?: MouseEventHandler<HTMLElement> | undefined;
  wide?: boolean | undefined;
  children?: ReactNode;
};

const styles = {
  main: 'button button-main min-h-14 rounded-button px-7 text-[1.1875rem]',
  plain: 'button min-h-12 rounded-button px-5 text-body',
  quiet:
    'min-h-11 px-1 text-body underline decoration-[1.5px] underline-offset-[5px] disabled:no-underline disabled:text-soft',
};

export function Button(props: ButtonProps) {
  const { kind = 'plain', pending, pendingLabel, href, wide, className, children, ...rest } = props;
  const appearance = classes(
    'inline-flex items-center justify-center gap-3 text-center font-bold leading-tight select-none',
    styles[kind],
    wide && 'w-full',
    className,
  );
  if (href !== undefined) {
    return (
      <Link href={href} onClick={rest.onClick} className={appearance}>
        {children}
      </Link>
    );
  }
  // Not `disabled`, which would drop the focus.
  const ignore = (event: MouseEvent) => event.preventDefault();
  return (
    <button
      type="button"
      {...rest}
      className={appearance}
      aria-busy={pending || undefined}
      aria-disabled={pending || rest['aria-disabled']}
      onClick={pending ? ignore : rest.onClick}
    >
      {pending ? (pendingLabel ?? children) : children}
    </button>
  );
}
