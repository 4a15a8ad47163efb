import { pino } from 'pino';

/** What an error may say of itself beside its message and stack: none of these holds a value. */
const FACTS = [
  'code',
  'provider',
  'trouble',
  'retryAfter',
  'table',
  'column',
  'constraint',
] as const;

/** How far its causes are followed: they may go in a circle. */
const CAUSES = 5;

/**
 * An error as the log may hold it, its causes with it. A statement that failed brings all of its
 * values, and PostgreSQL quotes rows in `detail` and `where`: tokens, letters, hashes. So only what
 * is named here is kept.
 */
export function describeError(error: unknown): unknown {
  return describe(error, CAUSES);
}

function describe(error: unknown, deeper: number): unknown {
  if (!(error instanceof Error)) return error;
  const message = messageOf(error);
  return {
    type: error.constructor.name,
    message,
    ...Object.fromEntries(
      FACTS.flatMap((name) => (name in error ? [[name, get(error, name)]] : [])),
    ),
    // A stack begins with the message.
    stack: error.stack?.replaceAll(error.message, () => message),
    ...(deeper > 0 && {
      cause: describe(error.cause, deeper - 1),
      errors: errorsIn(error)?.map((one) => describe(one, deeper - 1)),
    }),
  };
}

const errorsIn = (error: Error): unknown[] | undefined =>
  error instanceof AggregateError ? error.errors : undefined;

/** What an error says in one sentence; of a failed statement, as Drizzle tells it, its text alone. */
export function messageOf(error: Error): string {
  const statement = 'params' in error && get(error, 'query');
  return typeof statement === 'string' ? `Failed query: ${statement}` : error.message;
}

const get = (error: Error, name: string) => (error as unknown as Record<string, unknown>)[name];

/** One JSON log; whatever could open a door is cut out before it is written. */
export const log = pino({
  level: process.env.LOG_LEVEL || 'info',
  serializers: { err: describeError },
  redact: {
    paths: [
      '*.password',
      '*.passwordHash',
      '*.token',
      '*.apiKey',
      '*.secret',
      '*.cookie',
      '*.authorization',
      'req.headers.cookie',
      'req.headers.authorization',
    ],
    censor: '[redacted]',
  },
});
