import { createHash, randomBytes } from 'node:crypto';
import connectPgSimple from 'connect-pg-simple';
import { eq } from 'drizzle-orm';
import type { Request, RequestHandler } from 'express';
import session from 'express-session';
import type { Database, Db } from '../db/open.ts';
import { settings } from '../db/tables.ts';

const COOKIE = 'duologue';
const MONTH = 30 * 24 * 60 * 60 * 1000;

/** The secret that signs cookies: as configured, else made once and kept in the database. */
export async function sessionSecret(db: Db, configured: string | null): Promise<string> {
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

/** Sessions in PostgreSQL: shared by all instances, and kept across restarts. */
export function openSessions(
  { pool }: Pick<Database, 'pool'>,
  options: { secret: string; secure: boolean },
): Sessions {
  const store = new (digestedStore())({
    // Not the pool: each of the store's few statements is prepared under a name, because one of them
    // is part of every read there is.
    pgPromise: {
      any: async (text: string, values: unknown[]) =>
        (await pool.query({ name: digest(text), text, values })).rows,
    },
    tableName: 'session',
    createTableIfMissing: false,
    // A row lives as long as its cookie, whose time a visit does not renew: reading writes nothing.
    disableTouch: true,
  });
  const middleware = session({
    store,
    // Over https a browser takes a `__Host-` cookie from this very host alone, for all its paths.
    name: options.secure ? `__Host-${COOKIE}` : COOKIE,
    secret: options.secret,
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

/** Whether the browser sent a session cookie; only the store knows if it is valid. */
export function hasSession(req: Request): boolean {
  return new RegExp(`(^|; )(__Host-)?${COOKIE}=`).test(req.get('cookie') ?? '');
}

/** Stores each session under a hash of its id, so that the table reveals no session id. */
function digestedStore() {
  const Store = connectPgSimple(session);
  return class extends Store {
    override get(...[sid, ...rest]: Parameters<SessionStore['get']>) {
      super.get(digest(sid), ...rest);
    }
    override set(...[sid, ...rest]: Parameters<SessionStore['set']>) {
      super.set(digest(sid), ...rest);
    }
    override destroy(...[sid, ...rest]: Parameters<SessionStore['destroy']>) {
      super.destroy(digest(sid), ...rest);
    }
  };
}
type SessionStore = connectPgSimple.PGStore;

function digest(sid: string): string {
  return createHash('sha256').update(sid).digest('base64url');
}
