import type { FieldErrors } from './use-draft.ts';

/** An error that a write rejects with: of the data service (a code), of `/api` (a code and messages by field), or any other. */
type WriteError = Error & { code?: unknown; fields?: unknown };

/** The field an error belongs to, by the error's code; with a text where the form explains it better than the error's message. */
export type FieldsByCode<Name extends string> = Readonly<Record<string, Name | readonly [field: Name, text: string]>>;

/** A form that shows errors at its fields, such as a draft. */
export type ErrorForm<Values extends Record<string, unknown>> = {
  values: Values;
  setErrors(errors: FieldErrors<Values>): void;
};

/** The server's messages by field: `billing_address.city` of a nested shape is the field `city` or `billing_address` of a form. */
function messagesOf(error: WriteError, values: object): [field: string, text: string][] {
  return Object.entries(error.fields ?? {}).flatMap(([path, text]): [string, string][] => {
    const field = [path, path.split('.').at(-1), path.split('.')[0]].find(
      (name) => name && Object.hasOwn(values, name),
    );
    return field && typeof text === 'string' ? [[field, text]] : [];
  });
}

/**
 * The messages of an error by field of the form: those the server has by name, else that of the error's code.
 * Empty where the error belongs to no field of this form; then it is one of the whole form.
 */
export function fieldErrorsOf<Values extends Record<string, unknown>>(
  error: Error,
  values: Values,
  byCode: FieldsByCode<keyof Values & string> = {},
): FieldErrors<Values> {
  const { code } = error as WriteError;
  const errors: { [name: string]: string } = {};
  for (const [name, text] of messagesOf(error, values)) errors[name] ??= text;
  const target = typeof code === 'string' && Object.hasOwn(byCode, code) ? byCode[code] : undefined;
  if (typeof target === 'string') errors[target] ??= error.message;
  else if (target) errors[target[0]] = target[1];
  return errors as FieldErrors<Values>;
}
