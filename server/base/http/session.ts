import { createHash, randomBytes } from 'node:crypto';
import connectPgSimple from 'connect-pg-simple';
import type { Request, RequestHandler } from 'express';
import session from 'express-session';
import type { Database, Db } from '../db/openDatabase.ts';
import { readSetting } from '../db/settings.ts';
import { settings } from '../db/tables.ts';

const COOKIE = 'duologue';
const MONTH = 30 * 24 * 60 * 60 * 1000;

export async function sessionSecret(db: Db, configured: string | null): Promise<string> {
  if (configured) return configured;
  const name = 'session_secret';
  await db
    .insert(settings)
    .values({ name, value: randomBytes(32).toString('base64url') })
    .onConflictDoNothing();
  const secret = await readSetting(db, name);
  if (secret === null) throw new Error('the session secret could not be stored');
  return secret;
}

export interface Sessions {
  middleware: RequestHandler;
  close(): void;
}

export function openSessions(
  { pool }: Pick<Database, 'pool'>,
  options: { secret: string; secure: boolean; cookieId: string },
): Sessions {
  const store = new (digestedStore())({
    // Not the pool itself: prepared statements, because one of them is part of every request.
    pgPromise: {
      any: async (text: string, values: unknown[]) =>
        (await pool.query({ name: digest(text), text, values })).rows,
    },
    tableName: 'session',
    createTableIfMissing: false,
    // Rows expire with their cookies, and visits do not extend them: reading never writes.
    disableTouch: true,
  });
  // Over HTTPS a browser accepts a `__Host-` cookie only from this exact host, for all paths.
  const formerName = options.secure ? `__Host-${COOKIE}` : COOKIE;
  const name = `${formerName}-${options.cookieId}`;
  const former = new RegExp(`(^|; )${formerName}=`);
  const bySession = session({
    store,
    name,
    secret: options.secret,
    resave: false,
    // Visitors who never sign in get neither a cookie nor a row.
    saveUninitialized: false,
    cookie: {
      httpOnly: true,
      sameSite: 'lax',
      secure: options.secure,
      path: '/',
      maxAge: MONTH,
    },
  });
  return {
    middleware: function restoreSession(req, res, next) {
      const { cookie } = req.headers;
      // Names had no id before December 2026: this keeps those users signed in. Can go in 2027.
      if (cookie && !cookie.includes(`${name}=`)) {
        req.headers.cookie = cookie.replace(former, `$1${name}=`);
      }
      bySession(req, res, next);
    },
    close: () => store.close(),
  };
}

/** Only the store knows whether the session is valid. */
export function hasSession(req: Request): boolean {
  return new RegExp(`(^|; )(__Host-)?${COOKIE}(-[\\w-]{8})?=`).test(req.get('cookie') ?? '');
}

/** Stores each session under a hash of its id, so that the table reveals no session ids. */
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
