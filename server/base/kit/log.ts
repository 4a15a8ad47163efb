import { pino } from 'pino';

/** Fields of an error that are logged beside its message and stack; none holds a value from a row. */
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
 * An error and its causes in a form that is safe to log. A failed statement carries all of its
 * values, and PostgreSQL quotes rows in `detail` and `where`: tokens, emails, hashes. So only the
 * fields named here are kept.
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

/** An error's message; of a failed Drizzle statement only its SQL text, never its values. */
export function messageOf(error: Error): string {
  const statement = 'params' in error && get(error, 'query');
  return typeof statement === 'string' ? `Failed query: ${statement}` : error.message;
}

const get = (error: Error, name: string): unknown => Reflect.get(error, name);

/** One JSON log; secrets are redacted before it is written. */
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
