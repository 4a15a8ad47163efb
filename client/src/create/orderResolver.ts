import { zodResolver } from '@hookform/resolvers/zod';
import type { Resolver } from 'react-hook-form';
import { z } from 'zod';
import { type OrderRequest, orderRequest } from '#shared/order.ts';
import { CHOOSE_FIRST, lacksDemoSubject } from './demo/demoSubject.ts';
import type { DraftValues } from './draft.ts';

/** The brief and the preview are added with the order, so that they never hold one up. */
const check = zodResolver(
  z
    .custom<DraftValues>()
    .transform(({ brief: _, keptPreview: __, ...form }): z.input<typeof orderRequest> => form)
    .pipe(orderRequest),
);

/** With `requiresDemoSubject`, also refuses a topic that the demo would not talk about. */
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
