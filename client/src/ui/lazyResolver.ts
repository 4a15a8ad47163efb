import type { FieldValues, Resolver } from 'react-hook-form';
import { onFirstUse } from './onFirstUse.ts';

/**
 * What a form says before it is sent, for a page that is read before it is filled in: the schemas
 * and what reads them weigh more than such a page. Where they do not come the server is asked at
 * once: it checks by the same ones.
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
    /** An effect of the form. If it fails now, the press tries again. */
    loadBeforeUse: () => onFirstUse(() => void load().catch(() => undefined)),
  };
}
