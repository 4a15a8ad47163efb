import type { FieldValues, Resolver } from 'react-hook-form';
import { onFirstUse } from './onFirstUse.ts';

/**
 * Loads a form's schemas in their own chunk, to keep zod out of the page's bundle. If that fails,
 * the form is sent unchecked: the server validates with the same schemas.
 */
export function lazyResolver<Form extends FieldValues & Read, Read = Form>(
  load: () => Promise<Resolver<Form, unknown, Read>>,
) {
  const resolver: Resolver<Form, unknown, Read> = async (values, context, options) => {
    const check = await load().catch(() => null);
    return check ? check(values, context, options) : { values, errors: {} };
  };
  return {
    resolver,
    /** Run it as an effect of the form. If loading fails now, submitting tries again. */
    loadBeforeUse: () => onFirstUse(() => void load().catch(() => undefined)),
  };
}
