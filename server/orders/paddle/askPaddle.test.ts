import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { paddlePayments } from './paddlePayments.ts';

/** Payments at an address that answers every request with this error. */
async function refusing(status: number, error: { code: string; errors?: object[] }) {
  const body = JSON.stringify({
    error: { type: 'request_error', detail: 'A detail.', documentation_url: '', ...error },
    meta: { request_id: '1' },
  });
  const server = createServer((_req, res) => {
    res.writeHead(status, { 'content-type': 'application/json' }).end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return paddlePayments({
    apiKey: 'pdl_sdbx_apikey_x',
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    environment: 'sandbox',
    webhookSecrets: ['secret'],
  });
}

it.each([
  [403, 'forbidden'],
  [403, 'invalid_token'],
  [401, 'authentication_missing'],
  [400, 'authentication_malformed'],
  [403, 'paddle_billing_not_enabled'],
  [400, 'transaction_checkout_not_enabled'],
  [400, 'transaction_default_checkout_url_not_set'],
  [400, 'transaction_checkout_url_domain_is_not_approved'],
  [400, 'product_tax_category_not_approved'],
])('Paddle’s %i %s is about our account', async (status, code) => {
  const payments = await refusing(status, { code });
  await expect(payments.probe()).rejects.toMatchObject({
    trouble: 'refused',
    subject: undefined,
    message: `Paddle: ${code}: A detail.`,
  });
});

it.each([
  ['customer_email_invalid', undefined],
  ['address_location_not_allowed', undefined],
  ['transaction_discount_not_eligible', undefined],
  ['invalid_field', [{ field: 'customer.email', message: 'must be an email address' }]],
])('Paddle’s %s is about the buyer’s data', async (code, errors) => {
  const payments = await refusing(400, { code, ...(errors && { errors }) });
  await expect(payments.probe()).rejects.toMatchObject({ trouble: 'rejected', subject: 'order' });
});

it.each([
  ['invalid_field', [{ field: 'items.0.price.name', message: 'is too long' }]],
  ['transaction_immutable', undefined],
])('Paddle’s %s names nobody', async (code, errors) => {
  const payments = await refusing(400, { code, ...(errors && { errors }) });
  await expect(payments.probe()).rejects.toMatchObject({ trouble: 'rejected', subject: undefined });
});
