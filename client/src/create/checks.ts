import { zodResolver } from '@hookform/resolvers/zod';
import { z } from 'zod';
import { orderRequest } from '#shared/order.ts';
import type { DraftValues } from './draft.ts';

/**
 * The form leaves nothing out, which the shared schema's own input type would allow. What was heard in
 * the topic and how it begins come with the order itself: they never hold one up.
 */
export const readOrder = zodResolver(
  z
    .custom<DraftValues>()
    .transform(({ brief: _, keptPreview: __, ...form }): z.input<typeof orderRequest> => form)
    .pipe(orderRequest),
);
