import { newId } from './ids.ts';

const key = (status: string, expiresAt: string | null) => ({
  id: newId('apikey'),
  name: 'Duologue',
  description: null,
  key: 'pdl_sdbx_apikey_01standin****',
  status,
  permissions: ['transaction.write', 'adjustment.write'],
  expires_at: expiresAt,
  rotatable: false,
  last_used_at: null,
  created_at: new Date().toISOString(),
  updated_at: new Date().toISOString(),
});
const oneWeekFromNow = () => new Date(Date.now() + 7 * 86_400_000).toISOString();

/** Webhooks that are not about our sales, with statuses and shapes that ours never have. */
export const foreignEvents: Record<string, () => object> = {
  'api_key.expiring': () => key('active', oneWeekFromNow()),
  'api_key.expired': () => key('expired', new Date().toISOString()),
  'api_key.revoked': () => key('revoked', null),
  'client_token.revoked': () => ({
    id: newId('ctkn'),
    token: 'test_****',
    name: 'Duologue',
    description: null,
    status: 'revoked',
    created_at: new Date().toISOString(),
    updated_at: new Date().toISOString(),
    revoked_at: new Date().toISOString(),
  }),
  'transaction.updated': () => ({
    id: newId('txn'),
    status: 'a status of tomorrow',
    custom_data: { plan: 'yearly' },
    items: [{ price: null, quantity: 1 }],
    details: null,
    payments: [],
  }),
  'adjustment.updated': () => ({
    id: newId('adj'),
    transaction_id: newId('txn'),
    action: 'credit',
    type: 'tax',
    status: 'a status of tomorrow',
  }),
};
