import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { brand } from '#shared/brand.ts';
import { useSales } from '../api/sales.ts';
import { TrackingChoices } from '../api/tracking/TrackingChoices.tsx';
import { footerLinks } from './navLinks.ts';

export function Footer({ children }: { children?: ReactNode }) {
  const sells = useSales();
  return (
    <footer>
      {children}
      <div className="border-t border-line">
        <div className="mx-auto flex w-full max-w-[1280px] flex-wrap items-center gap-x-6 px-5 py-2 text-meta text-soft lg:px-22 lg:py-7">
          <nav aria-label="Footer" className="contents">
            {footerLinks(sells).map(({ href, label }) => (
              <Link key={href} href={href} className="flex min-h-11 items-center">
                {label}
              </Link>
            ))}
          </nav>
          <TrackingChoices className="flex min-h-11 items-center" />
          <p className="flex min-h-11 items-center lg:ml-auto">© 2025 {brand.name}</p>
        </div>
      </div>
    </footer>
  );
}
