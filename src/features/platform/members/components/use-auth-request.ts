import { useState } from 'react';
import { useAction } from '#ui/fields/use-action.ts';
import type { Problem } from './auth-problems.ts';

type Fields<Name extends string> = {
  names: readonly Name[];
  setErrors: (errors: Partial<Record<Name, string | undefined>>) => void;
};

/** The requests of a sign-in form: one at a time, and what went wrong with the last. */
export function useAuthRequest<Name extends string>({ names, setErrors }: Fields<Name>) {
  const { run, isRunning: isBusy } = useAction();
  const [problem, setProblem] = useState<string>();
  return {
    isBusy,
    /** Shown over the form. */
    problem,
    setProblem,
    /** Shows an error at its field, or over a form that has no such field. */
    showProblem: ({ field, text }: Problem) => {
      const name = names.find((candidate) => candidate === field);
      if (name) setErrors({ [name]: text } as Partial<Record<Name, string>>);
      else setProblem(text);
    },
    send: <Result>(request: () => Promise<Result>) =>
      run(() => {
        setProblem(undefined);
        return request();
      }),
  };
}
