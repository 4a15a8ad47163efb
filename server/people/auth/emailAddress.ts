import { eq, type SQL, sql } from 'drizzle-orm';
import { users } from '../../base/db/tables.ts';

/** The key for finding accounts and for counting guesses. */
export const addressKey = (email: string): string => email.trim().toLowerCase();

export const hasAddress = (email: string): SQL => eq(sql`lower(${users.email})`, addressKey(email));
