import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { Account } from '#shared/account.ts';
import { Avatar } from './Avatar.tsx';
import { accountLink } from './links.ts';

/** Account menu of wide screens; a click outside closes it. */
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
    <div ref={box} className="relative ml-3 hidden lg:block">
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
        <div className="absolute top-13 right-0 z-30 w-72 rounded-card bg-panel p-4 shadow-lift">
          <p className="font-bold">{user.firstName || 'User'}</p>
          <p className="truncate text-meta text-soft" title={user.email}>
            {user.email}
          </p>
          <Link
            href={accountLink.href}
            onClick={() => setOpen(false)}
            className="mt-1 flex min-h-11 items-center font-bold underline decoration-[1.5px] underline-offset-[5px]"
          >
            {accountLink.label}
          </Link>
          <a
            href="/api/logout"
            className="button mt-2 flex min-h-11 items-center justify-center rounded-chip font-bold"
          >
            Sign Out
          </a>
        </div>
      )}
    </div>
  );
}
