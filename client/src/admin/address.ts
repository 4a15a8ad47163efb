import { useLocation, useSearch } from 'wouter';

/** Marks a sheet's history entry: closing the sheet steps back instead of adding an entry. */
const SHEET = { sheet: true };

function addressWith(changes: Record<string, string>): string {
  const params = new URLSearchParams(window.location.search);
  for (const [name, value] of Object.entries(changes)) {
    if (value) params.set(name, value);
    else params.delete(name);
  }
  return `/admin?${params}`;
}

/** The state is in the URL, so that reload, links and Back restore it. */
export function useAddress() {
  const params = new URLSearchParams(useSearch());
  const [, navigate] = useLocation();
  return {
    get: (name: string) => params.get(name) ?? '',
    set: (changes: Record<string, string>) => navigate(addressWith(changes), { replace: true }),
    open: (name: string, value: string) =>
      navigate(addressWith({ [name]: value }), { state: SHEET }),
    close(name: string) {
      if (window.history.state?.sheet) window.history.back();
      else navigate(addressWith({ [name]: '' }), { replace: true });
    },
  };
}
