import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { Link } from 'wouter';
import { classes } from './classes.ts';

type ButtonProps = ComponentProps<'button'> & {
  /** `main` is lit: one on a screen, it moves things on. `quiet` is underlined text. */
  kind?: 'main' | 'plain' | 'quiet' | undefined;
  /** At work: stays pressed, says `pendingLabel`, and further presses do nothing. */
  pending?: boolean | undefined;
  pendingLabel?: string | undefined;
  /** Makes it a link of the same look. */
  href?: string | undefined;
  wide?: boolean | undefined;
  children?: ReactNode;
};

const faces = {
  main: 'button button-main min-h-14 rounded-button px-7 text-[1.1875rem]',
  plain: 'button min-h-12 rounded-button px-5 text-body',
  quiet:
    'min-h-11 px-1 text-body underline decoration-[1.5px] underline-offset-[5px] disabled:no-underline disabled:text-soft',
};

export function Button(props: ButtonProps) {
  const { kind = 'plain', pending, pendingLabel, href, wide, className, children, ...rest } = props;
  const appearance = classes(
    'inline-flex items-center justify-center gap-3 text-center font-bold leading-tight select-none',
    faces[kind],
    wide && 'w-full',
    className,
  );
  if (href !== undefined) {
    return (
      <Link href={href} className={appearance}>
        {children}
      </Link>
    );
  }
  // A button that loses `disabled` mid-press would drop the focus, so pending only refuses presses.
  const refuse = (event: MouseEvent) => event.preventDefault();
  return (
    <button
      type="button"
      {...rest}
      className={appearance}
      aria-busy={pending || undefined}
      aria-disabled={pending || rest['aria-disabled']}
      onClick={pending ? refuse : rest.onClick}
    >
      {pending ? (pendingLabel ?? children) : children}
    </button>
  );
}
