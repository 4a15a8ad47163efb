import {
  type FieldPath,
  type FieldValues,
  type RegisterOptions,
  type UseFormProps,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import { useToast } from '../ui/Toast.tsx';
import { failureToast, fieldMessagesOf } from './client.ts';

type Form<Fields extends FieldValues, Checked> = UseFormReturn<Fields, unknown, Checked>;

type Options<Fields extends FieldValues, Checked> = UseFormProps<Fields, unknown, Checked> & {
  send: (values: Checked, form: Form<Fields, Checked>) => unknown;
  /** In the order of the form, named as in the request. */
  fields?: readonly FieldPath<Fields>[];
  /** The title of the toast if `send` throws, or what to do instead of a toast. */
  failed: string | ((error: unknown, isAtField: boolean) => void);
};

export function useServerForm<Fields extends FieldValues, Checked = Fields>(
  options: Options<Fields, Checked>,
) {
  const { send, fields = [], failed, ...rest } = options;
  const { toast } = useToast();
  const form = useForm<Fields, unknown, Checked>(rest);
  const submit = form.handleSubmit(async (values) => {
    try {
      await send(values, form);
    } catch (error) {
      const isAtField = showFieldErrors(form, error, fields);
      if (typeof failed === 'string') toast(failureToast(failed, error));
      else failed(error, isAtField);
    }
  });
  return { form, field: fieldsOf(form), submit, isSubmitting: form.formState.isSubmitting };
}

/** Usage: `<TextField {...field('title')} />`. */
export function fieldsOf<Fields extends FieldValues, Checked>(form: Form<Fields, Checked>) {
  const { formState } = form;
  return <Name extends FieldPath<Fields>>(name: Name, options?: RegisterOptions<Fields, Name>) => ({
    ...form.register(name, options),
    error: form.getFieldState(name, formState).error?.message,
  });
}

/** Shows the server's messages at their fields and focuses the first; false if there are none. */
export function showFieldErrors<Fields extends FieldValues, Checked>(
  form: Form<Fields, Checked>,
  error: unknown,
  fields: readonly FieldPath<Fields>[],
): boolean {
  const messages = fieldMessagesOf(error);
  let isFirst = true;
  for (const field of fields) {
    const message = messages[field];
    if (!message) continue;
    form.setError(field, { message }, { shouldFocus: isFirst });
    isFirst = false;
  }
  return !isFirst;
}
