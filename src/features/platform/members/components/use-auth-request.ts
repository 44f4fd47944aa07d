import { useState } from 'react';
import { useAction } from '#ui/fields/use-action.ts';
import type { useAuthForm } from './auth-form.tsx';
import type { Problem } from './auth-problems.ts';

/** The requests of a sign-in form: one at a time, and what went wrong with the last. */
export function useAuthRequest({ showAtField }: Pick<ReturnType<typeof useAuthForm>, 'showAtField'>) {
  const { run, isRunning: isBusy } = useAction();
  const [problem, setProblem] = useState<string>();
  return {
    isBusy,
    /** Shown over the form. */
    problem,
    setProblem,
    /** Shows an error at its field, or over a form that has no such field. */
    showProblem: ({ field, text }: Problem) => {
      if (!field || !showAtField(field, text)) setProblem(text);
    },
    send: <Result>(request: () => Promise<Result>) =>
      run(() => {
        setProblem(undefined);
        return request();
      }),
  };
}
