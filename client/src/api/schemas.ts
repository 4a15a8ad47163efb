import { z } from 'zod';
import { disownReply, feedReply, firebaseSessionReply } from '#shared/account.ts';
import { brief } from '#shared/brief.ts';
import { podcast } from '#shared/episode.ts';
import { minutesReply } from '#shared/minutes.ts';
import { checkoutReply, order, receipt } from '#shared/order.ts';
import { preview } from '#shared/previews.ts';
import { quote } from '#shared/pricingSchema.ts';
import { source } from '#shared/sources.ts';

/** Import these through `lazySchema` alone: pages need them only after their first paint. */
export { checkoutReply, disownReply, feedReply, firebaseSessionReply, minutesReply, quote };

const nextCursor = z.string().nullable().optional();

export const briefReply = z.object({ brief });
export const orderReply = z.object({ order });
export const orderPage = z.object({ orders: z.array(order), nextCursor });
export const receiptReply = z.object({ receipt });
export const previewReply = z.object({ preview });
export const podcastReply = z.object({ podcast });
export const podcastPage = z.object({ podcasts: z.array(podcast), nextCursor });
export const sourceReply = z.object({ source });
export const resendReply = z.object({ email: z.string() });
