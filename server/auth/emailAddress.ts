import { eq, type SQL, sql } from 'drizzle-orm';
import { users } from '../db/tables.ts';

/** One address in all its cases: what accounts are found by, and what guesses are counted by. */
export const addressKey = (email: string): string => email.trim().toLowerCase();

/** The account of this address. */
export const hasAddress = (email: string): SQL => eq(sql`lower(${users.email})`, addressKey(email));
