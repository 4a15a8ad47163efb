/**
 * Where somebody came from to order an episode: somebody else's link, a framed player, the samples,
 * our email, their own episodes, or (`direct`) anywhere else. A link to the form names it
 * (`/create?from=`), so that no cookie is needed. No zod here, to keep it out of bundles.
 */
export const CHANNELS = ['shared', 'embed', 'samples', 'email', 'own', 'direct'] as const;
export type Channel = (typeof CHANNELS)[number];

/** Seconds that are heard before an episode counts as listened to. */
export const LISTEN_SECONDS = 30;
