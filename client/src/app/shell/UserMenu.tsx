import { LogOut, UserRound } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { Account } from '#shared/account.ts';
import { accountLink } from '../../front/navLinks.ts';

const row = 'flex min-h-11 items-center gap-4 rounded-chip font-bold';

export function UserMenu({ user }: { user: Account }) {
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!open) return;
    const outside = (event: PointerEvent) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) setOpen(false);
    };
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      trigger.current?.focus();
    };
    document.addEventListener('pointerdown', outside);
    document.addEventListener('keydown', closeOnEscape);
    return () => {
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('keydown', closeOnEscape);
    };
  }, [open]);

  return (
    <div ref={box} className="relative -mr-1 ml-3 hidden lg:block">
      <button
        ref={trigger}
        type="button"
        aria-label={`Account: ${user.email}`}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="grid size-11 place-items-center rounded-full"
      >
        <Avatar email={user.email} />
      </button>
      {open && (
        <div className="absolute top-12 right-1 z-30 w-64 rounded-card bg-panel px-4 pt-3 pb-1.5 shadow-lift">
          <p className="font-bold">{user.firstName || 'User'}</p>
          <p className="truncate text-meta text-soft" title={user.email}>
            {user.email}
          </p>
          <ul className="mt-2.5 border-t border-line pt-1.5">
            <li>
              <Link href={accountLink.href} onClick={() => setOpen(false)} className={row}>
                <UserRound aria-hidden size={22} className="text-soft" />
                {accountLink.label}
              </Link>
            </li>
            <li>
              <a href="/api/logout" className={row}>
                <LogOut aria-hidden size={22} className="text-soft" />
                Sign Out
              </a>
            </li>
          </ul>
        </div>
      )}
    </div>
  );
}

export function Avatar({ email }: { email: string }) {
  return (
    <span
      aria-hidden
      className="grid size-9 shrink-0 place-items-center rounded-full bg-panel font-display text-h3 uppercase shadow-pit"
    >
      {email.slice(0, 1)}
    </span>
  );
}
