import { CircleAlert, CircleCheck, Eye, EyeOff, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import {
  type ComponentProps,
  type FormEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { type ButtonSize, type ButtonVariant, buttonClass } from '#ui/buttons/button-class.ts';
import { classNames } from '#ui/layout/class-names.ts';

/*
 * Form controls of the login and sign-up pages: plain HTML styled like the UI kit. These are public pages whose island has
 * to stay small, and users type before it hydrates: the fields are uncontrolled and read on submit.
 */

type Errors<Name extends string> = Partial<Record<Name, string | undefined>>;

/** State of a form of uncontrolled fields: its values and their errors. */
export function useAuthForm<Name extends string>(
  names: readonly Name[],
  validate: (values: Record<Name, string>) => Errors<Name>,
) {
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<Errors<Name>>({});
  /** Whether the next errors shown move the focus to the first invalid field. */
  const focusError = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the errors are rendered
  useEffect(() => {
    if (focusError.current) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    focusError.current = false;
  }, [errors]);
  const readValues = () => {
    const data = form.current ? new FormData(form.current) : new FormData();
    return Object.fromEntries(names.map((name) => [name, String(data.get(name) ?? '')])) as Record<Name, string>;
  };
  return {
    form,
    names,
    read: readValues,
    setErrors,
    /** Shows errors found outside validation, e.g. by the server, and focuses the first invalid field. */
    showErrors: (errors: Errors<Name>) => {
      focusError.current = true;
      setErrors(errors);
    },
    /** Props to spread into a field. */
    field: (name: Name) => ({
      name,
      error: errors[name],
      onBlur: () => {
        const message = validate(readValues())[name];
        if (message !== undefined) setErrors((current) => ({ ...current, [name]: message }));
      },
      onInput: () =>
        setErrors((current) => (current[name] === undefined ? current : { ...current, [name]: undefined })),
    }),
    /**
     * Returns the values if all are valid; otherwise null, and shows every error but those of `ignored` fields. `stricter`:
     * what this way of sending requires besides.
     */
    check: (ignored: readonly Name[] = [], stricter?: (values: Record<Name, string>) => Errors<Name>) => {
      const values = readValues();
      const errors = { ...validate(values), ...stricter?.(values) };
      for (const name of ignored) delete errors[name];
      focusError.current = true;
      setErrors(errors);
      return Object.values(errors).every((message) => message === undefined) ? values : null;
    },
  };
}

/** A form in one column. After a failed submit the first invalid field is focused. */
export function AuthForm({
  form,
  onSubmit,
  onBegin,
  problem,
  label,
  className,
  children,
}: {
  form: RefObject<HTMLFormElement | null>;
  onSubmit: () => Promise<void>;
  /** Called once, on the first input. */
  onBegin?: () => void;
  problem?: ReactNode;
  label?: string;
  className?: string;
  children: ReactNode;
}) {
  const hasBegun = useRef(false);
  function onFirstInput() {
    if (hasBegun.current) return;
    hasBegun.current = true;
    onBegin?.();
  }
  async function submit(event: FormEvent) {
    event.preventDefault();
    await onSubmit();
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  }
  return (
    <form
      ref={form}
      className={classNames('form', className)}
      aria-label={label}
      method="post"
      noValidate
      onSubmit={(event) => void submit(event)}
      onInput={onFirstInput}
    >
      {problem ? <AuthNote tone="error">{problem}</AuthNote> : null}
      {children}
    </form>
  );
}

const noteIcons = { info: Info, error: CircleAlert, warning: TriangleAlert, success: CircleCheck };

export function AuthNote({ tone, children }: { tone: keyof typeof noteIcons; children: ReactNode }) {
  const Icon = noteIcons[tone];
  return (
    <div className={`note tone-${tone}`} role={tone === 'error' ? 'alert' : 'status'}>
      <Icon aria-hidden="true" />
      <div className="note-text">{children}</div>
    </div>
  );
}

export type FieldTexts = { label: ReactNode; description?: ReactNode; error?: string; isOptional?: boolean };

/** A field with label, help and error; `children` gets the ids that connect them. */
export function LabelledField({
  label,
  description,
  error,
  isOptional,
  children,
}: FieldTexts & {
  children: (tie: { id: string; 'aria-invalid'?: true; 'aria-describedby'?: string }) => ReactNode;
}) {
  const { t } = useTranslation('ui');
  const id = useId();
  const described = [description && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
        {isOptional ? <span className="field-optional"> {t('field.optional')}</span> : null}
      </label>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': described || undefined })}
      {description ? (
        <span className="help" id={`${id}-help`}>
          {description}
        </span>
      ) : null}
      {error ? (
        <span className="field-error" id={`${id}-error`}>
          {error}
        </span>
      ) : null}
    </div>
  );
}

/** A text input, or a password input with a show button. */
export function AuthField({
  label,
  description,
  error,
  isOptional,
  type,
  isFirst,
  ...input
}: FieldTexts & { isFirst?: boolean } & Omit<ComponentProps<'input'>, 'id' | 'className' | 'autoFocus'>) {
  const { t } = useTranslation('ui');
  const [isShown, setShown] = useState(false);
  const inputRef = useRef<HTMLInputElement>(null);
  // A step that has just been rendered focuses its first field.
  useEffect(() => {
    if (isFirst) inputRef.current?.focus();
  }, [isFirst]);
  const isPassword = type === 'password';
  const EyeIcon = isShown ? EyeOff : Eye;
  return (
    <LabelledField label={label} description={description} error={error} isOptional={isOptional}>
      {(ids) => (
        <div className="input" data-invalid={error ? '' : undefined}>
          <input ref={inputRef} {...input} {...ids} type={isPassword && isShown ? 'text' : type} />
          {error ? <CircleAlert aria-hidden="true" className="is-bad" /> : null}
          {isPassword ? (
            <button
              type="button"
              className="input-btn"
              aria-label={t(isShown ? 'field.hidePassword' : 'field.showPassword')}
              onClick={() => setShown(!isShown)}
            >
              <EyeIcon aria-hidden="true" />
            </button>
          ) : null}
        </div>
      )}
    </LabelledField>
  );
}

/** A full-width button. While busy it keeps the focus and ignores clicks. */
export function AuthButton({
  variant,
  size = 'lg',
  icon: Icon,
  isBusy,
  onClick,
  isDisabled,
  children,
}: {
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: LucideIcon;
  isBusy?: boolean;
  isDisabled?: boolean;
  /** Without it the button submits its form. */
  onClick?: () => unknown;
  children: ReactNode;
}) {
  return (
    <button
      type={onClick ? 'button' : 'submit'}
      className={buttonClass({ variant, size, isBlock: true })}
      disabled={isDisabled}
      aria-disabled={isBusy || undefined}
      data-busy={isBusy || undefined}
      onClick={(event) => {
        if (isBusy) event.preventDefault();
        else void onClick?.();
      }}
    >
      {isBusy ? <span className="spin" aria-hidden="true" /> : Icon ? <Icon aria-hidden="true" /> : null}
      {children}
    </button>
  );
}
