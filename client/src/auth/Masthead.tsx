import { Link } from 'wouter';
import { brand } from '#shared/brand.ts';
import { Logo } from '../ui/Logo.tsx';

/** The brand above the sign-in forms. */
export function Masthead() {
  return (
    <div className="flex flex-col items-center text-center">
      <Link href="/" className="rounded-chip px-4 pt-1">
        <Logo height={42} mark />
        <span aria-hidden className="mt-1 block font-display text-h1 leading-none">
          {brand.name}
        </span>
      </Link>
      <p className="mt-1 text-soft">{brand.studioTagline}</p>
    </div>
  );
}
