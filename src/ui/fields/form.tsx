import { type FormEvent, type ReactNode, useRef } from 'react';
import { Form as Base } from 'react-aria-components';
import { Note } from '../display/states.tsx';
import { focusUnparsed } from '../display/unparsed-number.ts';
import { classNames } from '../layout/class-names.ts';
import { useHydrated } from '../layout/use-hydrated.ts';

export type FormProps = {
  children: ReactNode;
  /** Called on Enter, too. */
  onSubmit?: (data: FormData) => void;
  /** The server's errors by field name, for uncontrolled fields; with useDraft they come from `field()`. */
  errors?: Record<string, string | string[]>;
  /** An error of no single field: the payment was declined, the connection is gone. */
  problem?: ReactNode;
  className?: string;
  /** For a form that also works before hydration. */
  action?: string;
  method?: 'get' | 'post';
  id?: string;
  label?: string;
};

/** A single-column form. After a failed submit the first invalid field is focused. */
export function Form({ children, onSubmit, errors, problem, className, action, method, id, label }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  // Input typed before hydration would be lost: a form that needs JavaScript is inert until then.
  const isWaking = !useHydrated() && onSubmit !== undefined && action === undefined;
  function submit(event: FormEvent<HTMLFormElement>) {
    // React events bubble through portals: ignore the submit of a dialog opened from inside this form.
    if (!onSubmit || event.target !== event.currentTarget) return;
    event.preventDefault();
    if (focusUnparsed(event.currentTarget)) return;
    onSubmit(new FormData(event.currentTarget));
    requestAnimationFrame(() =>
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid] input')?.focus(),
    );
  }
  return (
    <Base
      ref={form}
      id={id}
      aria-label={label}
      action={action}
      method={method}
      validationBehavior="aria"
      validationErrors={errors}
      onSubmit={submit}
      className={classNames('form', className)}
    >
      <fieldset disabled={isWaking} className="contents">
        {problem && <Note tone="error">{problem}</Note>}
        {children}
      </fieldset>
    </Base>
  );
}
