import { zodResolver } from '@hookform/resolvers/zod';
import type { Resolver } from 'react-hook-form';
import { z } from 'zod';
import { type OrderRequest, orderRequest } from '#shared/order.ts';
import { CHOOSE_FIRST, lacksDemoSubject } from './demo/demoSubject.ts';
import type { DraftValues } from './draft.ts';

/**
 * The form leaves nothing out, which the shared schema's own input type would allow. What was heard in
 * the topic and how it begins come with the order itself: they never hold one up.
 */
const check = zodResolver(
  z
    .custom<DraftValues>()
    .transform(({ brief: _, keptPreview: __, ...form }): z.input<typeof orderRequest> => form)
    .pipe(orderRequest),
);

/** The same, and no topic that the demo would play something else on (`requiresDemoSubject`). */
export const resolveOrder: Resolver<DraftValues, unknown, OrderRequest> = async (
  values,
  context,
  options,
) => {
  const read = await check(values, context, options);
  const requiresDemoSubject = Object(context).requiresDemoSubject === true;
  if (!requiresDemoSubject || !lacksDemoSubject(values)) return read;
  return {
    values: {},
    errors: { ...read.errors, sources: { type: 'way', message: CHOOSE_FIRST } },
  };
};
