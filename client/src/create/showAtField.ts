import type { UseFormReturn } from 'react-hook-form';
import type { OrderRequest } from '#shared/order.ts';
import { ApiError } from '../api/client.ts';
import { showFieldErrors } from '../api/useServerForm.ts';
import { FIELD_OF, FIELDS, type OrderForm } from './form.ts';

type Form = UseFormReturn<OrderForm, unknown, OrderRequest>;

/** Returns false if the error belongs to no field. */
export function showAtField(form: Form, error: unknown): boolean {
  if (showFieldErrors(form, error, FIELDS)) return true;
  const problem = error instanceof ApiError ? error.problem : null;
  const field = problem && FIELD_OF[problem.code];
  if (!field) return false;
  form.setError(field, { message: problem.message }, { shouldFocus: true });
  return true;
}
