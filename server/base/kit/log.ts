import { pino } from 'pino';

/** Error fields that are logged beside message and stack. None may hold a value from a row. */
const FACTS = [
  'code',
  'provider',
  'trouble',
  'retryAfter',
  'table',
  'column',
  'constraint',
] as const;

/** How many causes are followed: they may form a cycle. */
const CAUSES = 5;

/**
 * A failed statement carries its values, and PostgreSQL quotes rows in `detail` and `where`:
 * tokens, emails, hashes. So only `FACTS` are logged.
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

/** For a failed Drizzle statement only its SQL text, never its values. */
export function messageOf(error: Error): string {
  const statement = 'params' in error && get(error, 'query');
  return typeof statement === 'string' ? `Failed query: ${statement}` : error.message;
}

const get = (error: Error, name: string): unknown => Reflect.get(error, name);

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
