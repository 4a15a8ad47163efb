import { QueryClient, type QueryFunctionContext } from '@tanstack/react-query';

/** What the server says when it refuses (`shared/problem.ts`), read without its schema library. */
export type ApiProblem = {
  message: string;
  code: string;
  fields: Record<string, string>;
};

/** A reply that was no success; the message is `<status>: <body>` (spec section 8). */
export class ApiError extends Error {
  readonly status: number;
  readonly body: string;
  readonly problem: ApiProblem | null;

  constructor(status: number, body: string, statusText: string) {
    super(`${status}: ${body || statusText}`);
    this.name = 'ApiError';
    this.status = status;
    this.body = body;
    this.problem = readProblem(body);
  }
}

/** Whether there is nothing at an address, or nothing any more. */
export function isNothing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 410);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function readProblem(body: string): ApiProblem | null {
  try {
    const value: unknown = JSON.parse(body);
    if (!isRecord(value) || typeof value.message !== 'string') return null;
    const fields = isRecord(value.fields) ? Object.entries(value.fields) : [];
    return {
      message: value.message,
      code: typeof value.code === 'string' ? value.code : '',
      fields: Object.fromEntries(fields.map(([name, message]) => [name, String(message)])),
    };
  } catch {
    return null;
  }
}

/** What to tell a person about any failure: the reply's own message where there is one. */
export function messageOf(error: unknown): string {
  if (error instanceof ApiError) return error.problem?.message ?? error.message;
  if (error instanceof TypeError) return 'We could not reach the studio. Check your connection.';
  return error instanceof Error ? error.message : String(error);
}

type CallOptions<T> = {
  /** Sent as JSON; without it the request carries neither a body nor a content type. */
  body?: unknown;
  /** Checks the reply; without one the caller vouches for the type. */
  schema?: { parse: (value: unknown) => T } | undefined;
  headers?: Record<string, string> | undefined;
  signal?: AbortSignal | undefined;
};

/**
 * Asks the server and gives its JSON back (null when the reply is empty).
 * Throws `ApiError` for any status outside 200 to 299, `TypeError` when nobody answers.
 */
export async function call<T = unknown>(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  { body, schema, headers, signal }: CallOptions<T> = {},
): Promise<T> {
  const hasBody = body !== undefined;
  const reply = await fetch(path, {
    method,
    credentials: 'same-origin',
    headers: { ...(hasBody ? { 'Content-Type': 'application/json' } : {}), ...headers },
    body: hasBody ? JSON.stringify(body) : null,
    signal: signal ?? null,
  });
  const text = await reply.text();
  if (!reply.ok) throw new ApiError(reply.status, text, reply.statusText);
  const value: unknown = text ? JSON.parse(text) : null;
  return schema ? schema.parse(value) : (value as T);
}

/** The default reader of a query: GET of the key's parts joined with `/`. A 401 raises, or yields null. */
export const readKey =
  ({ on401 = 'throw' }: { on401?: 'throw' | 'null' } = {}) =>
  async ({ queryKey, signal }: QueryFunctionContext): Promise<unknown> => {
    try {
      return await call('GET', queryKey.join('/'), { signal });
    } catch (error) {
      if (on401 === 'null' && error instanceof ApiError && error.status === 401) return null;
      throw error;
    }
  };

/** Never stale, no refetch on focus, no polling, no retries (spec section 9). */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: readKey(),
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchInterval: false,
        retry: false,
      },
      mutations: { retry: false },
    },
  });
