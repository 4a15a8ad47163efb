/**
 * The acquisition channel: where somebody came from to an episode of their own. A link of somebody
 * else's, a framed player, the samples, an email of ours, their own episodes; `direct` is everything
 * else. A link to the form names it (`/create?from=`), so that it is counted without a cookie. No zod
 * here, to keep it out of bundles.
 */
export const CHANNELS = ['shared', 'embed', 'samples', 'email', 'own', 'direct'] as const;
export type Channel = (typeof CHANNELS)[number];

/** How much of an episode is heard before it counts as a listen, s. */
export const LISTEN_SECONDS = 30;
