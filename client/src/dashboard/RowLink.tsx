import { Link } from 'wouter';

const appearance =
  'inline-flex min-h-11 items-center rounded-chip text-meta font-semibold text-soft underline decoration-1 underline-offset-4';

/** A link in a row; `of` names the row to a screen reader. */
export function RowLink({ href, of, children }: { href: string; of: string; children: string }) {
  return (
    <Link href={href} aria-label={`${children}: ${of}`} className={appearance}>
      {children}
    </Link>
  );
}

type RowKeyProps = { onPress: () => void; of: string; children: string };

/** The same as a button. */
export function RowKey({ onPress, of, children }: RowKeyProps) {
  return (
    <button
      type="button"
      aria-label={`${children}: ${of}`}
      onClick={onPress}
      className={appearance}
    >
      {children}
    </button>
  );
}
