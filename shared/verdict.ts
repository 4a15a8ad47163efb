/** Characters. No zod here, to keep it out of bundles; see `verdictSchema.ts`. */
export const NOTE_MAX = 500;
