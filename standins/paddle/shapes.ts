import { newId } from './ids.ts';
import type { CreateBody } from './requests.ts';

/*
 * With every field that the SDK's constructors read: `items`, `payments` and `line_items` as
 * arrays, amounts as strings in the lowest denomination.
 */

/** Tax in the demo buyer's country. The price includes it. */
const TAX_RATE = 0.2;
/** Currency units per dollar, so that the charged currency can differ from the price's. */
const RATES = { USD: 1, EUR: 0.92, GBP: 0.79 } as const;
type Currency = keyof typeof RATES;

export interface Terms {
  currency: Currency;
  /** A business with a VAT number pays the price without tax. */
  vatNumber: boolean;
}

export interface Transaction {
  id: string;
  status: 'draft' | 'ready' | 'completed' | 'canceled';
  custom_data: Record<string, unknown> | null;
  currency_code: Currency;
  items: Item[];
  details: ReturnType<typeof detailsOf>;
  payments: object[];
  [field: string]: unknown;
}
type Item = ReturnType<typeof itemFrom>;

/** A refund waits for approval by Paddle's staff; the other actions take effect at once. */
export interface AdjustmentRequest {
  action: 'refund' | 'chargeback' | 'chargeback_reverse' | 'chargeback_warning';
  type: 'full' | 'partial';
  reason: string;
}

export interface Adjustment extends AdjustmentRequest {
  id: string;
  transaction_id: string;
  status: 'pending_approval' | 'approved' | 'rejected' | 'reversed';
  updated_at: string;
  [field: string]: unknown;
}

/** In cents, with tax. */
export function priceOf(items: { quantity: number; price: { unit_price: { amount: string } } }[]) {
  return items.reduce(
    (sum, { quantity, price }) => sum + quantity * Number(price.unit_price.amount),
    0,
  );
}

/** `checkoutUrl` is the default payment link. */
export function transactionFrom(body: CreateBody, checkoutUrl: string | null): Transaction {
  const id = newId('txn');
  const now = new Date().toISOString();
  const items = body.items.map((item) => itemFrom(item, now));
  return {
    id,
    status: 'draft',
    customer_id: null,
    address_id: null,
    business_id: null,
    custom_data: body.custom_data ?? null,
    currency_code: 'USD',
    origin: 'api',
    subscription_id: null,
    invoice_id: null,
    invoice_number: null,
    collection_mode: 'automatic',
    discount_id: null,
    discount: null,
    available_payment_methods: ['card', 'paypal', 'apple_pay', 'google_pay'],
    billing_details: null,
    billing_period: null,
    items,
    details: detailsOf(items, { currency: 'USD', vatNumber: false }),
    payments: [],
    checkout: { url: linkTo(body.checkout?.url ?? checkoutUrl, id) },
    created_at: now,
    updated_at: now,
    billed_at: null,
    revised_at: null,
  };
}

function linkTo(page: string | null, transactionId: string): string | null {
  if (!page) return null;
  const link = new URL(page);
  link.searchParams.set('_ptxn', transactionId);
  return link.href;
}

function itemFrom({ quantity, price }: CreateBody['items'][number], now: string) {
  const productId = newId('pro');
  return {
    price: {
      id: newId('pri'),
      product_id: productId,
      description: price.description,
      type: 'custom',
      name: price.name ?? null,
      billing_cycle: null,
      trial_period: null,
      tax_mode: price.tax_mode,
      unit_price: price.unit_price,
      unit_price_overrides: [],
      quantity: price.quantity,
      status: 'active',
      created_at: now,
      updated_at: now,
      custom_data: price.custom_data ?? null,
      import_meta: null,
      product: {
        id: productId,
        name: price.product.name,
        type: 'custom',
        description: price.product.description ?? null,
        tax_category: price.product.tax_category,
        image_url: null,
        custom_data: null,
        status: 'active',
        created_at: now,
        updated_at: now,
      },
    },
    quantity,
    proration: null,
  };
}

function amountsOf(cents: number, { currency, vatNumber }: Terms) {
  const gross = Math.round(cents * RATES[currency]);
  const subtotal = Math.round(gross / (1 + TAX_RATE));
  const tax = vatNumber ? 0 : gross - subtotal;
  const total = subtotal + tax;
  return { subtotal: String(subtotal), discount: '0', tax: String(tax), total: String(total) };
}

const feeOf = (cents: number) => Math.round(cents * 0.05 + 50);

function detailsOf(items: Item[], terms: Terms) {
  const totals = amountsOf(priceOf(items), terms);
  const rate = terms.vatNumber ? '0' : String(TAX_RATE);
  const fee = feeOf(Number(totals.total));
  return {
    tax_rates_used: [{ tax_rate: rate, totals }],
    totals: {
      ...totals,
      credit: '0',
      credit_to_balance: '0',
      balance: totals.total,
      grand_total: totals.total,
      grand_total_tax: totals.tax,
      fee: null,
      earnings: null,
      currency_code: terms.currency,
    },
    adjusted_totals: {
      subtotal: totals.subtotal,
      tax: totals.tax,
      total: totals.total,
      grand_total: totals.total,
      grand_total_tax: totals.tax,
      fee: String(fee),
      earnings: String(Number(totals.subtotal) - fee),
      retained_fee: '0',
      currency_code: terms.currency,
    },
    payout_totals: null,
    adjusted_payout_totals: null,
    line_items: items.map((item) => ({
      id: newId('txnitm'),
      price_id: item.price.id,
      quantity: item.quantity,
      proration: null,
      tax_rate: rate,
      unit_totals: amountsOf(Number(item.price.unit_price.amount), terms),
      totals: amountsOf(priceOf([item]), terms),
      product: item.price.product,
    })),
  };
}

export function withItems(transaction: Transaction, wanted: CreateBody['items']): Transaction {
  const now = new Date().toISOString();
  const items = wanted.map((item) => itemFrom(item, now));
  const details = detailsOf(items, { currency: 'USD', vatNumber: false });
  return { ...transaction, items, details, updated_at: now };
}

/** In cents. */
export function atPrice(transaction: Transaction, cents: number): Transaction {
  const amount = { amount: String(cents), currency_code: 'USD' as const };
  const items = transaction.items.map((item) => ({
    ...item,
    price: { ...item.price, unit_price: amount },
  }));
  return { ...transaction, items };
}

export function readied(transaction: Transaction): Transaction {
  return {
    ...transaction,
    status: 'ready',
    customer_id: newId('ctm'),
    address_id: newId('add'),
    updated_at: new Date().toISOString(),
  };
}

export function collected(transaction: Transaction, terms: Terms): Transaction {
  const now = new Date().toISOString();
  const details = detailsOf(transaction.items, terms);
  return {
    ...transaction,
    status: 'completed',
    currency_code: terms.currency,
    business_id: terms.vatNumber ? newId('biz') : null,
    invoice_id: newId('inv'),
    invoice_number: `DEMO-${transaction.id.slice(-6).toUpperCase()}`,
    details: { ...details, totals: { ...details.totals, balance: '0' } },
    payments: [attempt(details.totals.grand_total, null, now), ...transaction.payments],
    billed_at: now,
    updated_at: now,
  };
}

/** A declined transaction can still be paid. */
export function declined(transaction: Transaction): Transaction {
  const now = new Date().toISOString();
  const amount = detailsOf(transaction.items, { currency: 'USD', vatNumber: false }).totals;
  return {
    ...transaction,
    payments: [attempt(amount.grand_total, 'declined', now), ...transaction.payments],
    updated_at: now,
  };
}

function attempt(amount: string, errorCode: 'declined' | null, now: string) {
  return {
    payment_attempt_id: crypto.randomUUID(),
    stored_payment_method_id: crypto.randomUUID(),
    payment_method_id: newId('paymtd'),
    amount,
    status: errorCode ? 'error' : 'captured',
    error_code: errorCode,
    method_details: {
      type: 'card',
      card: {
        type: 'visa',
        last4: '4242',
        expiry_month: 12,
        expiry_year: new Date().getFullYear() + 3,
        cardholder_name: 'Demo Buyer',
      },
      paypal: null,
      south_korea_local_card: null,
      underlying_details: null,
    },
    created_at: now,
    captured_at: errorCode ? null : now,
  };
}

export function adjustmentOf(transaction: Transaction, request: AdjustmentRequest): Adjustment {
  const { action, type, reason } = request;
  const now = new Date().toISOString();
  const share = type === 'full' ? 1 : 2;
  const amounts = amountsOf(Math.round(priceOf(transaction.items) / share), {
    currency: transaction.currency_code,
    vatNumber: transaction.business_id !== null,
  });
  const totals = { subtotal: amounts.subtotal, tax: amounts.tax, total: amounts.total };
  return {
    id: newId('adj'),
    action,
    type,
    transaction_id: transaction.id,
    subscription_id: null,
    customer_id: transaction.customer_id,
    reason,
    credit_applied_to_balance: false,
    currency_code: transaction.currency_code,
    status: action === 'refund' ? 'pending_approval' : 'approved',
    items: transaction.items.map((item) => ({
      id: newId('adjitm'),
      item_id: item.price.id,
      type,
      amount: type === 'full' ? null : amounts.total,
      proration: null,
      totals,
    })),
    totals: {
      ...totals,
      fee: '0',
      // Paddle keeps its fee for the sale when it refunds.
      retained_fee: action === 'refund' ? String(feeOf(Number(totals.total))) : '0',
      earnings: totals.subtotal,
      currency_code: transaction.currency_code,
    },
    payout_totals: null,
    created_at: now,
    updated_at: now,
  };
}
