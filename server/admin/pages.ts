import { z } from 'zod';
import { eventSearch, orderSearch, podcastSearch, userSearch } from '#shared/admin.ts';
import { page } from '../http/page.ts';

/* What the admin's lists may be asked. */

export const orderPage = page.extend(orderSearch.shape);
export const podcastPage = page.extend(podcastSearch.shape);
export const userPage = page.extend(userSearch.shape);
/** Paddle's event ids are text, and so is the place in their list. */
export const eventPage = page.extend({
  ...eventSearch.shape,
  cursor: z
    .string()
    .regex(/^[\w-]{1,100}$/)
    .nullable()
    .default(null),
});
