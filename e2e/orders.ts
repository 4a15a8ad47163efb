import { expect, type Page } from '@playwright/test';
import type { Podcast } from '#shared/episode.ts';
import type { Order, OrderRequest } from '#shared/order.ts';
import { callApi } from './signIn.ts';
import { standin } from './standins.ts';

type Visitor = Pick<Page, 'request'>;

export async function placeOrder(
  visitor: Visitor,
  overrides: Partial<OrderRequest> = {},
): Promise<Order> {
  const { voices } = await callApi<{ voices: { id: string }[] }>(visitor, 'GET', '/api/voices');
  const { order } = await callApi<{ order: Order }>(visitor, 'POST', '/api/orders', {
    topic: 'Why the sea glows at night',
    duration: 10,
    voice1Id: voices[0]?.id,
    voice2Id: voices[1]?.id,
    email: 'mira@example.com',
    ...overrides,
  });
  return order;
}

/** Pays at Paddle's stand-in and waits for its webhook. Returns the episode's id. */
export async function pay(visitor: Visitor, { id }: Pick<Order, 'id'>): Promise<string> {
  type Checkout = { transactionId: string };
  const { transactionId } = await callApi<Checkout>(visitor, 'POST', `/api/orders/${id}/checkout`);
  await standin(`/paddle/demo/transactions/${transactionId}/pay`, {});
  let publicId = '';
  await expect(async () => {
    const { order } = await callApi<{ order: Order }>(visitor, 'GET', `/api/orders/${id}`);
    publicId = order.podcast?.publicId ?? '';
    expect(publicId).not.toBe('');
  }).toPass({ timeout: 30_000 });
  return publicId;
}

export async function readEpisode(visitor: Visitor, publicId: string): Promise<Podcast> {
  const path = `/api/podcasts/${publicId}`;
  return (await callApi<{ podcast: Podcast }>(visitor, 'GET', path)).podcast;
}

export async function finished(visitor: Visitor, publicId: string): Promise<Podcast> {
  const status = async () => (await readEpisode(visitor, publicId)).status;
  await expect.poll(status, { timeout: 240_000, intervals: [250, 500, 1000] }).toBe('completed');
  return readEpisode(visitor, publicId);
}
