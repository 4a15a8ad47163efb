import { Link } from 'wouter';

/** A link in a row; `of` names the row to a screen reader. */
export function RowLink({ href, of, children }: { href: string; of: string; children: string }) {
  return (
    <Link
      href={href}
      aria-label={`${children}: ${of}`}
      className="inline-flex min-h-11 items-center rounded-chip text-meta font-semibold text-soft underline decoration-1 underline-offset-4"
    >
      {children}
    </Link>
  );
}
