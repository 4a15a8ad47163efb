import type { LinkOptions } from './storage.ts';

/** Signs with a key of its own (`people/auth/signer.ts`). */
export interface LinkSigner {
  sign(statement: unknown[]): string;
  isSigned(statement: unknown[], signature: string): boolean;
}

interface OpenedLink {
  key: string;
  isExpired: boolean;
  downloadName: string | null;
}

export function linkTo(
  signer: LinkSigner,
  key: string,
  { expiresIn, downloadName }: LinkOptions,
): string {
  const expires = String(Math.floor(Date.now() / 1000) + expiresIn);
  const name = downloadName?.toWellFormed() ?? null;
  const query = new URLSearchParams({
    expires,
    ...(name !== null && { name }),
    signature: signer.sign([key, expires, name]),
  });
  return `/stored/${key.split('/').map(encodeURIComponent).join('/')}?${query}`;
}

/** `address` is such a path without its `/stored`. Null unless we signed exactly this. */
export function openLink(signer: LinkSigner, address: string): OpenedLink | null {
  const { pathname, searchParams: query } = new URL(`http://localhost${address}`);
  const key = decoded(pathname.slice(1));
  const [expires, downloadName] = [query.get('expires'), query.get('name')];
  const signature = query.get('signature') ?? '';
  if (key === null || !signer.isSigned([key, expires, downloadName], signature)) return null;
  return { key, isExpired: Number(expires) * 1000 < Date.now(), downloadName };
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
