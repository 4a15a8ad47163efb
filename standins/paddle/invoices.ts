import { createHmac, timingSafeEqual } from 'node:crypto';
import { Router } from 'express';
import { z } from 'zod';
import { html, sendPage } from '../pages.ts';
import { priceOf } from './shapes.ts';
import type { Sale, Store } from './store.ts';

/** How long a link works, as at Paddle, in ms. */
const LIFETIME = 60 * 60 * 1000;

export type Invoices = ReturnType<typeof openInvoices>;

/** A link is signed, so it works without a key. */
export function openInvoices(tools: { url: string; secret: string; store: Store }) {
  const sign = (id: string, expires: string) =>
    createHmac('sha256', tools.secret).update(`${id} ${expires}`).digest('hex');

  const router = Router();
  router.get('/invoices/:id', (req, res, next) => {
    const { id } = req.params;
    const query = signed.safeParse(req.query).data;
    const sale = tools.store.find(id);
    const isSigned =
      query && timingSafeEqual(Buffer.from(sign(id, query.expires)), Buffer.from(query.signature));
    if (!isSigned || !sale || Number(query.expires) < Date.now()) return next('router');
    sendPage(res, 'Demo invoice', invoicePage(sale), { style });
  });

  return {
    router,
    linkTo(transactionId: string): string {
      const expires = String(Date.now() + LIFETIME);
      const query = new URLSearchParams({ expires, signature: sign(transactionId, expires) });
      return `${tools.url}/invoices/${transactionId}?${query}`;
    },
  };
}

const signed = z.object({
  expires: z.string().regex(/^\d{1,15}$/),
  signature: z.string().regex(/^[0-9a-f]{64}$/),
});

function invoicePage({ transaction }: Sale) {
  const { items, details, currency_code: currency } = transaction;
  const [item] = items;
  const money = (amount: string | number) =>
    new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(Number(amount) / 100);
  const { subtotal, tax, total } = details.totals;
  return html`<p class="demo">Demo invoice · no real money moved</p>
<h1>Invoice ${String(transaction.invoice_number)}</h1>
<p class="soft">This page stands in for the PDF that Paddle, the merchant of record, gives a buyer.</p>
<table>
<tr><th>Date</th><td>${String(transaction.billed_at).slice(0, 10)}</td></tr>
<tr><th>Transaction</th><td><code>${transaction.id}</code></td></tr>
<tr><th>${item?.price.product.name ?? ''}</th><td>${item?.price.description ?? ''}</td></tr>
<tr><th>Price asked</th><td>$${(priceOf(items) / 100).toFixed(2)}</td></tr>
<tr><th>Before tax</th><td>${money(subtotal)}</td></tr>
<tr><th>Tax</th><td>${money(tax)}</td></tr>
<tr><th>Total paid</th><td><strong>${money(total)}</strong></td></tr>
</table>`;
}

const style = `
.demo{display:inline-block;padding:.25rem .75rem;border:2px solid var(--ink);border-radius:.75rem;font-weight:700}
table{width:100%;border-collapse:collapse}
th,td{padding:.6rem 0;border-top:1px solid var(--line);text-align:left;vertical-align:top;overflow-wrap:anywhere}
th{font-weight:400;color:var(--soft);padding-right:1rem}
td{text-align:right}
`;
