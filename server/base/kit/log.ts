import { pino } from 'pino';

/** Error fields that are logged beside message and stack. None may hold a value from a row. */
const FACTS = ['code', 'provider', 'trouble', 'retryAfter', 'table', 'column', 'constraint'];

/** How many causes are followed: they may form a cycle. */
const CAUSES = 5;

/**
 * A failed statement carries its values, and PostgreSQL quotes rows in `detail` and `where`:
 * tokens, emails, hashes. So only `FACTS` are logged.
 */
export function describeError(error: unknown, deeper = CAUSES): unknown {
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
      cause: describeError(error.cause, deeper - 1),
      ...(error instanceof AggregateError && {
        errors: error.errors.map((one: unknown) => describeError(one, deeper - 1)),
      }),
    }),
  };
}

/** For a failed Drizzle statement only its SQL text, never its values. */
export function messageOf(error: Error): string {
  const statement = 'params' in error && get(error, 'query');
  return typeof statement === 'string' ? `Failed query: ${statement}` : error.message;
}

/** The system's code, such as `ENOSPC`; empty for an error of another kind. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

const get = (error: Error, name: string): unknown => Reflect.get(error, name);

export const log = pino({
  level: process.env.LOG_LEVEL || 'info',
  serializers: { err: (error: unknown) => describeError(error) },
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
