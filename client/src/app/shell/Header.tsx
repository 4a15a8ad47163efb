import { useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { brand } from '#shared/brand.ts';
import { useSales } from '../../api/sales.ts';
import { useAuth } from '../../api/session/session.tsx';
import { navLinks } from '../../front/navLinks.ts';
import { classes } from '../../ui/classes.ts';
import { Logo } from '../../ui/Logo.tsx';
import { useToast } from '../../ui/Toast.tsx';
import { UserMenu } from './UserMenu.tsx';

type MenuModule = typeof import('./Menu.tsx');

const loadMenu = () => import('./Menu.tsx');

export function Header() {
  const { user, isLoading } = useAuth();
  const sells = useSales();
  const [path] = useLocation();
  const isAuthPage = path === '/auth';
  // On phones the sign-in pages show a large logo of their own that links home.
  const isSignInPage = isAuthPage || path === '/forgot-password' || path === '/reset-password';

  return (
    <header
      className={classes(
        'relative z-25 mx-auto flex min-h-16 w-full max-w-[1280px] shrink-0 flex-wrap items-center gap-x-2 px-5 lg:min-h-[88px] lg:px-22',
        // Their logo reaches up into the header; only the header's controls stay clickable.
        isSignInPage && 'pointer-events-none *:pointer-events-auto',
      )}
    >
      <Link
        href={user ? '/dashboard' : '/'}
        aria-label={`${brand.name}, ${user ? 'your dashboard' : 'home'}`}
        className={classes(
          'mr-auto -ml-1 flex rounded-chip p-1',
          isSignInPage && 'max-lg:invisible',
        )}
      >
        <Logo />
      </Link>

      <nav aria-label="Main" className="hidden items-center gap-1 lg:flex">
        {navLinks(user, sells).map(({ href, label }) => (
          <Link
            key={href}
            href={href}
            aria-current={path === href ? 'page' : undefined}
            className="rounded-chip px-4 py-2.5 font-bold aria-[current=page]:bg-panel aria-[current=page]:shadow-pit"
          >
            {label}
          </Link>
        ))}
      </nav>

      {!user && <SignIn isHere={isAuthPage} hasRoom={!isSignInPage} isAwaited={isLoading} />}
      {user && <UserMenu user={user} />}

      <MenuButton load={loadMenu} />
    </header>
  );
}

type SignInProps = {
  isHere: boolean;
  /** A narrow header has room for it: there is no large logo. */
  hasRoom: boolean;
  /** Until the session is known, the button keeps its space, so that the row does not move. */
  isAwaited: boolean;
};

function SignIn({ isHere, hasRoom, isAwaited }: SignInProps) {
  return (
    <span className={classes('flex justify-end', isAwaited && 'invisible')}>
      {hasRoom && (
        <Link
          href="/auth"
          className="rounded-chip px-2 py-2.5 font-bold whitespace-nowrap max-[350px]:hidden lg:hidden"
        >
          Sign In
        </Link>
      )}
      <Link
        href="/auth"
        aria-current={isHere ? 'page' : undefined}
        className={classes(
          'ml-3 hidden min-h-12 items-center rounded-button px-5 leading-tight font-bold lg:flex',
          isHere ? 'bg-panel shadow-pit' : 'button',
        )}
      >
        Sign In
      </Link>
    </span>
  );
}

export function MenuButton({ load }: { load: () => Promise<MenuModule> }) {
  const { toast } = useToast();
  const button = useRef<HTMLButtonElement>(null);
  const [Menu, setMenu] = useState<MenuModule['default'] | null>(null);
  const [open, setOpen] = useState(false);

  async function show() {
    try {
      const { default: Menu } = await load();
      setMenu(() => Menu);
      setOpen(true);
    } catch {
      toast({
        kind: 'destructive',
        title: 'The menu didn’t load',
        description: 'Check your connection and try again.',
      });
    }
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label="Menu"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => void show()}
        className="-mr-2.5 grid size-11 place-items-center rounded-well lg:hidden"
      >
        <span aria-hidden className="flex w-5 flex-col gap-[5px]">
          <span className="h-[2.5px] w-5 rounded-full bg-ink" />
          <span className="h-[2.5px] w-3 rounded-full bg-ink" />
        </span>
      </button>
      {Menu && <Menu open={open} onOpenChange={setOpen} opener={button} />}
    </>
  );
}
