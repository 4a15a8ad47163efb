import * as Dialog from '@radix-ui/react-dialog';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import type { RefObject } from 'react';
import { Link, useLocation } from 'wouter';
import { configQuery } from '../../api/config.ts';
import { useSales } from '../../api/sales.ts';
import { useAuth } from '../../api/session/session.tsx';
import { accountLink, legalLinks, navLinks } from '../../front/navLinks.ts';
import { Logo } from '../../ui/Logo.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { Avatar } from './UserMenu.tsx';

type MenuProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  opener: RefObject<HTMLElement | null>;
};

export default function Menu({ open, onOpenChange, opener }: MenuProps) {
  const { user } = useAuth();
  const sells = useSales();
  const [path] = useLocation();
  const close = () => onOpenChange(false);
  const links = [...navLinks(user, sells), ...(user ? [] : [{ href: '/auth', label: 'Sign In' }])];

  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            // The chosen page may have taken the focus.
            if (document.activeElement === document.body) opener.current?.focus();
          }}
          className="scrim fixed inset-0 z-40 flex flex-col overflow-y-auto bg-ground px-5 pb-11 outline-none"
        >
          <Dialog.Title className="sr-only">Menu</Dialog.Title>
          <div className="flex h-16 shrink-0 items-center justify-between">
            <Logo />
            <Dialog.Close
              aria-label="Close menu"
              className="-mr-2.5 grid size-11 place-items-center rounded-well"
            >
              <X aria-hidden size={26} />
            </Dialog.Close>
          </div>

          <nav aria-label="Main" className="mt-5 flex flex-col">
            {links.map(({ href, label }) => (
              <Link
                key={href}
                href={href}
                onClick={close}
                aria-current={path === href ? 'page' : undefined}
                className="relative flex min-h-14 items-center border-b border-line font-display text-h2 aria-[current=page]:before:absolute aria-[current=page]:before:-left-3 aria-[current=page]:before:h-7 aria-[current=page]:before:w-1 aria-[current=page]:before:rounded-full aria-[current=page]:before:bg-ink"
              >
                {label}
              </Link>
            ))}
          </nav>

          <h2 className="mt-11 font-sans text-body font-bold">Support &amp; Legal</h2>
          <nav aria-label="Support and legal" className="mt-1 flex flex-wrap gap-x-7">
            {legalLinks(sells).map(({ href, label }) => (
              <Link
                key={href}
                href={href}
                onClick={close}
                className="flex min-h-11 items-center text-body text-soft"
              >
                {label}
              </Link>
            ))}
          </nav>

          <DevModeField />
          {user && (
            <div className="mt-auto pt-11">
              <div className="rounded-card bg-panel p-4 shadow-lift">
                <div className="flex items-center gap-3">
                  <Avatar email={user.email} />
                  <div className="min-w-0 grow">
                    <p className="font-bold">{user.firstName || 'User'}</p>
                    <p className="truncate text-meta text-soft">{user.email}</p>
                  </div>
                </div>
                <div className="mt-3 flex gap-3">
                  <Link
                    href={accountLink.href}
                    onClick={close}
                    className="button flex min-h-11 grow items-center justify-center rounded-chip px-4 font-bold"
                  >
                    {accountLink.label}
                  </Link>
                  <a
                    href="/api/logout"
                    className="button flex min-h-11 grow items-center justify-center rounded-chip px-4 font-bold"
                  >
                    Sign Out
                  </a>
                </div>
              </div>
            </div>
          )}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

const ROLES = [
  ['logout', 'Nobody'],
  ['user', 'A user'],
  ['admin', 'An admin'],
] as const;

export function DevModeField() {
  const { devMode, setDevMode } = useAuth();
  // Only if a screen has fetched the configuration.
  const { data: config } = useQuery({ ...configQuery, enabled: false });
  if (!config?.devMode) return null;
  return (
    <SelectField
      className="mt-11"
      label="Development: signed in"
      options={ROLES}
      value={devMode}
      onChange={({ target }) => {
        const [role] = ROLES.find(([value]) => value === target.value) ?? ROLES[0];
        void setDevMode(role);
      }}
    />
  );
}
