import { z } from 'zod';
import { ProviderFailure } from '../../base/kit/provider.ts';

/** Milliseconds; Paddle usually answers in well under a second. */
const DEADLINE = 10_000;
const HOSTS = { sandbox: 'https://sandbox-api.paddle.com', production: 'https://api.paddle.com' };

export interface PaddleAccess {
  apiKey: string;
  baseUrl: string | null;
  environment: 'sandbox' | 'production';
}

const refusal = z.object({ error: z.object({ code: z.string(), detail: z.string() }) });
const root = z.object({
  api: z.object({ environment: z.enum(['sandbox', 'production']) }),
  caller: z.object({ permissions: z.array(z.string()).nullish() }),
});
const checkoutUrl = z.object({ default_url: z.string().nullable() });
const domains = z.array(z.object({ domain: z.string(), status: z.string() }));
const apiKey = z.object({ expires_at: z.iso.datetime({ offset: true }).nullable() });

/**
 * Reads our account without the SDK, which lacks these calls
 * (developer.paddle.com/api-reference/api-root, /settings, /checkout-domains and /api-keys). All
 * throw `ProviderFailure`.
 */
export function paddleAccountOf(access: PaddleAccess, signal: AbortSignal) {
  const base = access.baseUrl ?? HOSTS[access.environment];
  async function read<T extends z.ZodType>(path: string, schema: T): Promise<z.infer<T>> {
    const reply = await fetch(`${base}${path}`, {
      headers: { authorization: `Bearer ${access.apiKey}`, 'paddle-version': '1' },
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(DEADLINE)]),
    }).catch((cause: unknown) => {
      signal.throwIfAborted();
      throw new ProviderFailure('Paddle', 'busy', 'out of reach', { cause });
    });
    const body: unknown = await reply.json().catch(() => null);
    const { error } = refusal.safeParse(body).data ?? {};
    if (error) {
      const trouble = reply.status < 500 ? 'refused' : 'busy';
      throw new ProviderFailure('Paddle', trouble, `${error.code}: ${error.detail}`);
    }
    const answer = schema.safeParse(z.object({ data: z.unknown() }).safeParse(body).data?.data);
    if (answer.success) return answer.data;
    throw new ProviderFailure('Paddle', 'broken', `${path} could not be read`);
  }

  return {
    root: () => read('/', root),
    checkoutUrl: async () => (await read('/settings/checkout-url', checkoutUrl)).default_url,
    domains: (host: string) =>
      read(`/checkout-domains?domain=${encodeURIComponent(host)}&per_page=200`, domains),
    /** Null if our key does not expire, or is of a kind without an expiry date. */
    async keyEnds(): Promise<Date | null> {
      const [, id] = /^pdl_(?:live|sdbx)_(apikey_[a-z\d]{26})_/.exec(access.apiKey) ?? [];
      if (!id) return null;
      const { expires_at } = await read(`/api-keys/${id}`, apiKey);
      return expires_at === null ? null : new Date(expires_at);
    },
  };
}
