import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { classes } from './classes.ts';

type FaceProps = {
  icon?: ReactNode;
  children: ReactNode;
  value?: ReactNode;
  leadsOn?: boolean | undefined;
};

const appearance =
  'flex min-h-13 w-full items-center gap-4 rounded-chip py-2 text-left md:min-h-11 md:py-1 md:pointer-fine:min-h-9';

export function MenuList({ children }: { children: ReactNode }) {
  return (
    <ul className="border-t border-line py-1.5 first:border-0 first:pt-0 last:pb-0">{children}</ul>
  );
}

function Face({ icon, children, value, leadsOn }: FaceProps) {
  return (
    <>
      {icon && <span className="shrink-0 text-soft [.text-err_&]:text-err">{icon}</span>}
      <span className="min-w-0 grow">
        <span className="block font-bold">{children}</span>{' '}
        {value && (
          <span className="block text-meta text-soft [overflow-wrap:anywhere]">{value}</span>
        )}
      </span>
      {leadsOn && <ChevronRight aria-hidden size={22} className="shrink-0 text-soft" />}
    </>
  );
}

type MenuRowButtonProps = FaceProps & {
  danger?: boolean | undefined;
  autoFocus?: boolean | undefined;
  onClick: () => void;
};

export function MenuRowButton({
  icon,
  children,
  value,
  leadsOn,
  danger,
  ...button
}: MenuRowButtonProps) {
  return (
    <li>
      <button type="button" {...button} className={classes(appearance, danger && 'text-err')}>
        <Face icon={icon} value={value} leadsOn={leadsOn}>
          {children}
        </Face>
      </button>
    </li>
  );
}

type MenuLinkProps = FaceProps & { href: string; onClick?: (() => void) | undefined };

export function MenuLink({ href, onClick, ...face }: MenuLinkProps) {
  return (
    <li>
      <Link href={href} onClick={onClick} className={appearance}>
        <Face {...face} />
      </Link>
    </li>
  );
}

type MenuFileProps = FaceProps & { href: string };

export const MenuFile = (props: MenuFileProps) => <MenuExternalLink {...props} download />;

export function MenuExternalLink({
  href,
  download,
  ...face
}: MenuFileProps & { download?: boolean }) {
  return (
    <li>
      <a href={href} download={download} className={appearance}>
        <Face {...face} />
      </a>
    </li>
  );
}
