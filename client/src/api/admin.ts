import {
  infiniteQueryOptions,
  keepPreviousData,
  type MutationFunctionContext,
  queryOptions,
} from '@tanstack/react-query';
import { z } from 'zod';
import {
  adminSources,
  auditList,
  discountCodeList,
  figuresReply,
  healthReply,
  houseCostsReply,
  messageList,
  messageReply,
  orderList,
  orderReply,
  paymentEventList,
  paymentEventReply,
  podcastList,
  podcastReply,
  userList,
} from '#shared/admin.ts';
import { creditsReply } from '#shared/credits.ts';
import { type DiscountCodeRequest, discountCode } from '#shared/discount.ts';
import { type Feature, featuresReply } from '#shared/features.ts';
import { modelsReply } from '#shared/models.ts';
import { call, isNotFound, read, type SchemaSource } from './client.ts';
import { keys } from './keys.ts';
import { paged } from './paged.ts';

const codeReply = z.object({ discountCode });

/** Loaded with its view alone: it names every possible provider. */
const checksReply = async () => (await import('#shared/checks.ts')).checksReply;

/** A 404 means that the admin role was taken away: `AdminPage` shows the not-found page. */
const throwOnError = isNotFound;

/** How often the provider checks are polled while they run, ms. */
const POLL_CHECKS = 2000;

const view = <Reply>(name: string, schema: SchemaSource<Reply>) =>
  queryOptions({
    queryKey: keys.admin(name),
    queryFn: read(schema),
    refetchOnMount: 'always',
    throwOnError,
  });

export const figuresQuery = view('figures', figuresReply);
export const costsQuery = view('costs', houseCostsReply);
export const modelsQuery = view('models', modelsReply);
export const featuresQuery = view('features', featuresReply);
export const creditsQuery = view('credits', creditsReply);
export const checksQuery = queryOptions({
  ...view('checks', checksReply),
  refetchInterval: ({ state }) => state.data?.checks.running && POLL_CHECKS,
});
/** Stands above every view; the views themselves handle a 404. */
export const healthQuery = queryOptions({ ...view('health', healthReply), throwOnError: false });

const one = <Reply>(name: string, id: string, schema: SchemaSource<Reply>) =>
  queryOptions({
    queryKey: keys.adminOne(name, id),
    queryFn: read(schema),
    enabled: id !== '',
    staleTime: 0,
  });

export const adminOrderQuery = (id: string) => one('orders', id, orderReply);
export const paymentEventQuery = (id: string) => one('payment-events', id, paymentEventReply);

export const sourcesQuery = (publicId: string) =>
  queryOptions({
    queryKey: [...keys.adminOne('podcasts', publicId), 'sources'],
    queryFn: read(adminSources),
    staleTime: 0,
  });

type Search = Record<string, string>;

/** Newest first; empty search words ask for everything. */
const pages = <Page extends { nextCursor: string | null }>(
  name: string,
  schema: SchemaSource<Page>,
  search: Search = {},
) =>
  infiniteQueryOptions({
    ...paged(`/api/admin/${name}`, schema, search),
    queryKey: [...keys.admin(name), search],
    staleTime: 0,
    placeholderData: keepPreviousData,
    throwOnError,
  });

export const codePages = pages('discount-codes', discountCodeList);
export const messagePages = pages('messages', messageList);
export const auditPages = pages('audit', auditList);
export const orderPages = (search: Search) => pages('orders', orderList, search);
export const paymentEventPages = (search: Search) =>
  pages('payment-events', paymentEventList, search);
export const podcastPages = (search: Search) => pages('podcasts', podcastList, search);
export const userPages = (search: Search) => pages('users', userList, search);

/** `lists` names the lists that it may change, as in `/api/admin/<name>`. */
export type AdminAction<Input, Reply> = {
  run: (input: Input, context: MutationFunctionContext) => Promise<Reply>;
  lists: string[];
};

const action = <Input, Reply>(
  lists: string[],
  run: AdminAction<Input, Reply>['run'],
): AdminAction<Input, Reply> => ({ run, lists: [...lists, 'audit'] });

export const createCode = action(['discount-codes'], (body: DiscountCodeRequest) =>
  call('POST', '/api/admin/discount-codes', { body, schema: codeReply }),
);

export const setCodeActive = (id: number) =>
  action(['discount-codes'], (isActive: boolean) =>
    call('PATCH', `/api/admin/discount-codes/${id}`, { body: { isActive }, schema: codeReply }),
  );

export const markHandled = (id: number) =>
  action(['messages'], () =>
    call('POST', `/api/admin/messages/${id}/handled`, { schema: messageReply }),
  );

export const runChecks = action(['checks'], (buy: boolean) =>
  call('POST', '/api/admin/checks', { body: { buy }, schema: checksReply }),
);

export const setFeature = (feature: Feature) =>
  action(['features'], (isOn: boolean) =>
    call('PATCH', '/api/admin/features', { body: { [feature]: isOn }, schema: featuresReply }),
  );

export const setSample = (publicId: string) =>
  action(['podcasts'], (isSample: boolean) => {
    const path = `/api/admin/podcasts/${publicId}/sample`;
    return call('PUT', path, { body: { isSample }, schema: podcastReply });
  });

export const setShown = (publicId: string, parts: 'sources' | 'facts', number: number) =>
  action(['podcasts'], (isShown: boolean) => {
    const path = `/api/admin/podcasts/${publicId}/${parts}/${number}`;
    return call('PATCH', path, { body: { isRemoved: !isShown }, schema: adminSources });
  });

/** `gift` for an episode whose price was given back. */
export const retryEpisode = (publicId: string) =>
  action(['podcasts', 'orders'], (gift: boolean) => {
    const path = `/api/admin/podcasts/${publicId}/retry`;
    return call('POST', path, { body: { gift }, schema: podcastReply });
  });

export const orderAction = <Input extends { reason: string; payment?: string } | undefined>(
  id: string,
  name: 'recheck' | 'clear-flag' | 'refund',
) =>
  action(['orders', 'figures'], async (input: Input, { client }) => {
    const { queryKey } = adminOrderQuery(id);
    const body = input && { reason: input.reason, payment: input.payment };
    const path = `${queryKey.join('/')}/${name}`;
    const reply = await call('POST', path, { body, schema: orderReply });
    client.setQueryData(queryKey, reply);
    return reply.order;
  });
