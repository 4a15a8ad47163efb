import { QueryClient, type QueryFunctionContext } from '@tanstack/react-query';
import { storable } from '#shared/storable.ts';

/** The body of a refusal (`shared/problem.ts`), read without the schema library. */
export type ApiProblem = {
  message: string;
  code: string;
  fields: Record<string, string>;
};

/** Pasted text may hold what cannot be stored: the server refuses it, and nobody sees it. */
const sent = (_name: string, value: unknown) =>
  typeof value === 'string' ? storable(value) : value;

/** A reply with a status outside 200 to 299; the message is `<status>: <body>`. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: string;
  readonly problem: ApiProblem | null;
  /** Seconds; null if the reply names none. */
  readonly retryAfter: number | null;

  constructor(status: number, body: string, statusText: string, retryAfter: string | null = null) {
    super(`${status}: ${body || statusText}`);
    this.name = 'ApiError';
    this.status = status;
    this.body = body;
    this.problem = readProblem(body);
    this.retryAfter = Number(retryAfter) || null;
  }
}

/** For a successful reply that is not ours: cut short, or a hotel's sign-in page. */
const UNREADABLE =
  'We got an answer we couldn’t read. Check your connection (some networks want you to sign in first), then try again.';

/** It does not exist, or not for this user. */
export const isNotFound = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 404;

export const isNotFoundOrGone = (error: unknown): boolean =>
  isNotFound(error) || (error instanceof ApiError && error.status === 410);

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function readProblem(body: string): ApiProblem | null {
  try {
    const value: unknown = JSON.parse(body);
    if (!isRecord(value) || typeof value.message !== 'string' || !value.message) return null;
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

/** For refusals that are not ours: proxies answer with pages of their own, or with nothing. */
function sentenceFor(status: number): string {
  if (status >= 500) return 'The studio isn’t answering right now. Try again in a minute.';
  if (status === 413) return 'That’s more than we can take at once. Make it smaller and try again.';
  if (status === 429) return 'That was a lot at once. Wait a minute and try again.';
  return 'Something along the way blocked this. Try again, or use another network.';
}

const OFFLINE = 'You’re offline. Try again once you’re connected.';

export function messageOf(error: unknown): string {
  if (error instanceof ApiError) return error.problem?.message ?? sentenceFor(error.status);
  if (error instanceof TypeError) return navigator.onLine ? sentenceFor(503) : OFFLINE;
  return error instanceof Error ? error.message : String(error);
}

export const failureToast = (title: string, error: unknown) =>
  ({ title, description: messageOf(error), kind: 'destructive' }) as const;

export function fieldMessagesOf(error: unknown): Partial<Record<string, string>> {
  return (error instanceof ApiError && error.problem?.fields) || {};
}

type Schema<Reply> = { parse: (value: unknown) => Reply };

export type SchemaSource<Reply> = Schema<Reply> | (() => Promise<Schema<Reply>>);

type Schemas = typeof import('./schemas.ts');

/** Loads the schema library in a chunk of its own, so that no page waits for it to be drawn. */
export const lazySchema =
  <Name extends keyof Schemas>(name: Name) =>
  async (): Promise<Schemas[Name]> =>
    (await import('./schemas.ts'))[name];

/** Trusts all but the outermost shape: the schema library is too heavy for a first paint. */
export const shape = <Reply>(matches: (value: unknown) => value is Reply): Schema<Reply> => ({
  parse(value) {
    if (!matches(value)) throw new Error('The reply has an unexpected shape');
    return value;
  },
});

/** A reply with a list of this name. */
export const withList = <Reply>(name: keyof Reply & string) =>
  shape((value): value is Reply => isRecord(value) && Array.isArray(value[name]));

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type CallOptions = {
  /** A `Blob` is sent as it is and with its own type, anything else as JSON. */
  body?: unknown;
  headers?: Record<string, string> | undefined;
  signal?: AbortSignal | undefined;
};

/**
 * Returns the reply's JSON (null if empty). Throws `ApiError` for a status outside 200 to 299,
 * `Error` for a reply that is not ours, `TypeError` if nobody answers.
 */
export function call<Reply>(
  method: Method,
  path: string,
  options: CallOptions & { schema: SchemaSource<Reply> },
): Promise<Reply>;
export function call(method: Method, path: string, options?: CallOptions): Promise<unknown>;
export async function call(
  method: Method,
  path: string,
  { schema, ...options }: CallOptions & { schema?: SchemaSource<unknown> } = {},
): Promise<unknown> {
  const [value, reader] = await Promise.all([
    send(method, path, options),
    typeof schema === 'function' ? schema() : schema,
  ]);
  return reader ? understand(() => reader.parse(value)) : value;
}

function understand<Reply>(read: () => Reply): Reply {
  try {
    return read();
  } catch (error) {
    throw new Error(UNREADABLE, { cause: error });
  }
}

async function send(
  method: Method,
  path: string,
  { body, headers, signal }: CallOptions,
): Promise<unknown> {
  const type = body instanceof Blob ? body.type : 'application/json';
  const reply = await fetch(path, {
    method,
    credentials: 'same-origin',
    headers: body === undefined ? { ...headers } : { 'Content-Type': type, ...headers },
    body: body instanceof Blob ? body : body === undefined ? null : JSON.stringify(body, sent),
    signal: signal ?? null,
  });
  const text = await reply.text();
  if (!reply.ok) {
    throw new ApiError(reply.status, text, reply.statusText, reply.headers.get('Retry-After'));
  }
  return text ? understand(() => JSON.parse(text)) : null;
}

/** A query function that gets the key's parts joined with `/`. */
export const read =
  <Reply>(schema: SchemaSource<Reply>) =>
  ({ queryKey, signal }: QueryFunctionContext): Promise<Reply> =>
    call('GET', queryKey.join('/'), { schema, signal });

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
      // Without a connection a mutation fails at once, and its page says so.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
