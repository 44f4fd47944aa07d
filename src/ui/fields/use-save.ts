import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isNetworkError } from '#base/shared/db-client.ts';
import type { ToastMessage } from '../overlays/toast-message.ts';
import { showError, showToast } from '../overlays/toaster.tsx';
import { type ErrorForm, type FieldsByCode, fieldErrorsOf } from './field-errors.ts';

type Toast = string | ({ text: string } & Pick<ToastMessage, 'action'>);

export type SaveOptions<Input, Result, Values extends Record<string, unknown> = Record<string, unknown>> = {
  /**
   * The form that is written, such as a draft: it is checked first, shows errors that belong to a field there, and any
   * other error is returned as `problem`.
   */
  form?: ErrorForm<Values> & { check?: () => boolean };
  /** Errors that belong to a field of the form, by code: `{ slug_taken: 'slug' }`. Those the server has by field are shown anyway. */
  fields?: FieldsByCode<keyof Values & string>;
  /** Whether it may be written, where that is no matter of a form. */
  check?: () => boolean;
  /** The beginnings of the query keys that are read anew afterwards, whether it worked or not. */
  invalidates?: readonly QueryKey[];
  /** The toast of success. */
  done?: Toast | ((result: Result, input: Input) => Toast | undefined);
  /** After the write and before the toast: closing a panel, going to the new record. */
  onSaved?: (result: Result, input: Input) => unknown;
  /** The text of an error, or no text where it is shown elsewhere, as at a field. Without it, the error's own message. */
  errorText?: (error: Error, input: Input) => unknown;
  /** The text where the server can't be reached, if it says more than that. */
  offlineText?: string;
  /** Errors are returned as `problem` and not shown as a toast; so they are with `form`. */
  isInForm?: boolean;
};

export type Save<Input> = {
  /** Writes, unless a write is running already. Resolves to whether it worked; it never rejects. */
  save: (input: Input) => Promise<boolean>;
  /** The same for a ConfirmDialog, which shows the error in place: rejects with its text. */
  saveOrThrow: (input: Input) => Promise<void>;
  isSaving: boolean;
  /** What is being written, where one hook writes several things: a row's id, a way. */
  saving: Input | undefined;
  /** The error of the last write that belongs to no field, with `form` or `isInForm`. */
  problem: string | undefined;
};

/** A failed write; its message is what to tell, empty where the form shows it at a field. */
class SaveError extends Error {}

/** A text for every error: a lost connection is named, whatever the browser calls it. */
export function useErrorText(): (error: unknown) => string {
  const { t } = useTranslation('ui');
  return (error) => {
    if (!(error instanceof Error)) return t('state.failed');
    return isNetworkError(error) ? t('save.offline') : error.message || t('state.failed');
  };
}

/**
 * A write: one at a time, with its toast, its error and the queries to read anew. Offline it fails at once and says so
 * instead of waiting, and the same press works when the network is back.
 */
export function useSave<
  Input = void,
  Result = unknown,
  Values extends Record<string, unknown> = Record<string, unknown>,
>(write: (input: Input) => Promise<Result>, options: SaveOptions<Input, Result, Values> = {}): Save<Input> {
  const { form, check = form?.check, invalidates = [], onSaved, isInForm = form !== undefined } = options;
  const queries = useQueryClient();
  const textOf = useErrorText();
  const [problem, setProblem] = useState<string>();
  // Two presses in one frame come before the state does.
  const isRunning = useRef(false);
  const mutation = useMutation({
    networkMode: 'always',
    mutationFn: async (input: Input) => {
      const result = await write(input);
      await refresh();
      await onSaved?.(result, input);
      return result;
    },
  });

  function refresh(): Promise<unknown> {
    return Promise.all(invalidates.map((queryKey) => queries.invalidateQueries({ queryKey })));
  }
  async function saveOrThrow(input: Input): Promise<void> {
    if (isRunning.current) return;
    isRunning.current = true;
    setProblem(undefined);
    try {
      showDone(options.done, await mutation.mutateAsync(input), input);
    } catch (error) {
      void refresh();
      throw new SaveError(problemOf(error as Error, input, options, textOf), { cause: error });
    } finally {
      isRunning.current = false;
    }
  }
  async function save(input: Input): Promise<boolean> {
    if (isRunning.current) return false;
    setProblem(undefined);
    if (check && !check()) return false;
    try {
      await saveOrThrow(input);
      return true;
    } catch (error) {
      const { message } = error as SaveError;
      if (isInForm) setProblem(message || undefined);
      else if (message) showError(message);
      return false;
    }
  }
  return {
    save,
    saveOrThrow,
    isSaving: mutation.isPending,
    saving: mutation.isPending ? mutation.variables : undefined,
    problem,
  };
}

function showDone<Input, Result>(done: SaveOptions<Input, Result>['done'], result: Result, input: Input): void {
  const toast = typeof done === 'function' ? done(result, input) : done;
  if (typeof toast === 'string') showToast(toast);
  else if (toast) showToast(toast.text, { action: toast.action });
}

/** The text of an error, or none where it is shown at fields. */
function problemOf<Input, Result, Values extends Record<string, unknown>>(
  error: Error,
  input: Input,
  { form, fields: fieldsByCode, errorText, offlineText }: SaveOptions<Input, Result, Values>,
  textOf: (error: unknown) => string,
): string | undefined {
  if (isNetworkError(error)) return offlineText ?? textOf(error);
  const fields = form && fieldErrorsOf(error, form.values, fieldsByCode);
  if (fields && Object.keys(fields).length > 0) {
    form.setErrors(fields);
    return undefined;
  }
  if (!errorText) return textOf(error);
  const text = errorText(error, input);
  return typeof text === 'string' ? text : undefined;
}
