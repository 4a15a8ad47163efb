import { useLocation, useSearch } from 'wouter';
import { useConfig } from '../../api/config.ts';

/** Shown before anything is typed: at another address than its own, a house accepts nothing. */
export function WrongAddress() {
  const address = useConfig()?.house?.address;
  const [path] = useLocation();
  const search = useSearch();
  if (!address || address === window.location.origin) return null;
  return (
    <p className="border-b-[1.5px] border-rim bg-panel px-5 py-2.5 text-center text-meta font-semibold">
      This house’s address is {address}.{' '}
      <a
        href={`${address}${path}${search && `?${search}`}`}
        className="underline underline-offset-4"
      >
        Open it there
      </a>
    </p>
  );
}
