import { randomBytes } from 'node:crypto';
import connectPgSimple from 'connect-pg-simple';
import { eq } from 'drizzle-orm';
import type { RequestHandler } from 'express';
import session from 'express-session';
import type { Database, Db } from '../db/open.ts';
import { settings } from '../db/tables.ts';

const MONTH = 30 * 24 * 60 * 60 * 1000;

/** The secret that signs cookies: as configured, else made once and kept in the database. */
async function sessionSecret(db: Db, configured: string | null): Promise<string> {
  if (configured) return configured;
  const name = 'session_secret';
  await db
    .insert(settings)
    .values({ name, value: randomBytes(32).toString('base64url') })
    .onConflictDoNothing();
  const [row] = await db.select().from(settings).where(eq(settings.name, name));
  if (!row) throw new Error('the session secret could not be stored');
  return row.value;
}

export interface Sessions {
  middleware: RequestHandler;
  close(): void;
}

/** Sessions in PostgreSQL, so that any instance knows a visitor and a restart signs nobody out. */
export async function openSessions(
  { pool, db }: Database,
  options: { secret: string | null; secure: boolean },
): Promise<Sessions> {
  const Store = connectPgSimple(session);
  const store = new Store({ pool, tableName: 'session', createTableIfMissing: false });
  const middleware = session({
    store,
    name: options.secure ? '__Host-duologue' : 'duologue',
    secret: await sessionSecret(db, options.secret),
    resave: false,
    // A visitor who never signs in gets no cookie and no row.
    saveUninitialized: false,
    cookie: {
      httpOnly: true,
      sameSite: 'lax',
      secure: options.secure,
      path: '/',
      maxAge: MONTH,
    },
  });
  return { middleware, close: () => store.close() };
}
