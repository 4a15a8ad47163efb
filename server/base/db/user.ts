import type { users } from './tables.ts';

export type User = typeof users.$inferSelect;

declare global {
  namespace Express {
    // Passport declares an empty `User`.
    interface User extends Readonly<typeof users.$inferSelect> {}
  }
}
