import { ProviderFailure, type ProviderTrouble } from '../kit/provider.ts';

/** The system's code, such as `ENOSPC`; empty for an error of another kind. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

export function folderFailure(dir: string, error: unknown): ProviderFailure {
  if (error instanceof ProviderFailure) return error;
  const code = codeOf(error);
  const [trouble, sentence] = SENTENCES[code] ?? ['busy', 'the disk does not work'];
  const reason = error instanceof Error ? error.message : String(error);
  return new ProviderFailure('Folder', trouble, `${sentence}: ${dir} (${reason})`, {
    cause: error,
  });
}

/** Bytes: the longest episode, 24 MB, with a margin. */
const LEAST_FREE = 32 * 1024 * 1024;

/**
 * Throws `busy` when an episode would not fit: a nearly full disk must fail for all at once, and
 * not for the larger files first, as if those were to blame.
 */
export function checkFreeSpace(dir: string, free: number): void {
  if (free >= LEAST_FREE) return;
  const left = `${(free / 1024 / 1024).toFixed(1)} MB are left`;
  throw new ProviderFailure('Folder', 'busy', `${FULL[1]}: ${dir} (${left})`);
}

const FULL = ['busy', 'the disk is full; everything continues once there is room'] as const;
const CLOSED = ['refused', 'we may not write here, and need the right to'] as const;
const TAKEN = [
  'rejected',
  'there is a folder where a file should be, or the other way round',
] as const;

const SENTENCES: Record<string, readonly [ProviderTrouble, string]> = {
  ENOSPC: FULL,
  EDQUOT: FULL,
  EACCES: CLOSED,
  EPERM: CLOSED,
  EROFS: CLOSED,
  EEXIST: TAKEN,
  EISDIR: TAKEN,
  ENOTDIR: TAKEN,
};
