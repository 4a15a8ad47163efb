import { zodResolver } from '@hookform/resolvers/zod';
import { z } from 'zod';
import { orderRequest } from '#shared/order.ts';
import type { DraftValues } from './draft.ts';

/**
 * The form leaves nothing out, which the shared schema's own input type would allow. What was heard in
 * the topic comes with the order itself: it never holds one up.
 */
export const readOrder = zodResolver(
  z
    .custom<DraftValues>()
    .transform(({ brief: _, ...form }): z.input<typeof orderRequest> => form)
    .pipe(orderRequest),
);
