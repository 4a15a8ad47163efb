import { ProviderFailure, type ProviderTrouble } from '../provider.ts';

/** The system's code of an error, as `ENOSPC`; empty for an error of another kind. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** Converts an error of the file system. Each message says what to do, where there is something. */
export function folderFailure(dir: string, error: unknown): ProviderFailure {
  if (error instanceof ProviderFailure) return error;
  const code = codeOf(error);
  const [trouble, sentence] = SENTENCES[code] ?? ['busy', 'the disk does not work'];
  const reason = error instanceof Error ? error.message : String(error);
  return new ProviderFailure('Folder', trouble, `${sentence}: ${dir} (${reason})`, {
    cause: error,
  });
}

const FULL = ['busy', 'the disk is full, and all goes on once there is room'] as const;
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
