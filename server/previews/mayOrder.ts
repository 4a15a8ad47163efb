import { Problem } from '#shared/problem.ts';
import type { Owner } from '../sources/owner.ts';
import type { PreviewTools } from './tools.ts';

/**
 * Where nothing is sold, a preview is bought only for an account that could order its episode. Throws
 * `Problem('unauthenticated')`, and `Problem('too_many')` where too few minutes are left.
 */
export async function refuseBeyondMinutes(
  { minutes }: Pick<PreviewTools, 'minutes'>,
  owner: Owner | null,
  duration: number,
): Promise<void> {
  if (!minutes) return;
  if (!owner || !('userId' in owner)) throw new Problem('unauthenticated', 'Please sign in first');
  await minutes.check(owner.userId, duration);
}
