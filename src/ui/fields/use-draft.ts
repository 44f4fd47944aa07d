import { useState } from 'react';

export type FieldErrors<Values> = { [Name in keyof Values]?: string };

export type DraftOptions<Values extends Record<string, unknown>> = {
  /** The saved values. When they change (another record, a reload) and nothing was edited, the draft follows. */
  saved: Values;
  /** Error messages by field; a field is validated on blur, all of them on submit. */
  validate?: (values: Values) => FieldErrors<Values>;
  /** A field's label in "Not saved: title, release". */
  labels?: { [Name in keyof Values]?: string };
};

/** Props of a text, number, select or date field. */
export type FieldBinding<Value> = {
  name: string;
  value: Value;
  onChange: (value: Value) => void;
  onBlur: () => void;
  errorMessage: string | undefined;
};

export type Draft<Values extends Record<string, unknown>> = {
  values: Values;
  set: <Name extends keyof Values>(name: Name, value: Values[Name]) => void;
  /** Spread it into a field: `<TextField label="Title" {...draft.field('title')} />`. */
  field: <Name extends keyof Values & string>(name: Name) => FieldBinding<Values[Name]>;
  /** The same for Switch and Checkbox. */
  toggle: (name: keyof Values & string) => { name: string; isSelected: boolean; onChange: (value: boolean) => void };
  isChanged: boolean;
  /** The labels of the changed fields, as one text. */
  changed: string[];
  errors: FieldErrors<Values>;
  /** Shows the server's errors at their fields; each is cleared as its field is edited. */
  setErrors: (errors: FieldErrors<Values>) => void;
  /** Shows every error and returns whether there is none. */
  check: () => boolean;
  discard: () => void;
  /** Marks the submitted values as saved. */
  accept: (saved?: Values) => void;
};

function isSame(left: unknown, right: unknown): boolean {
  return Object.is(left, right) || JSON.stringify(left) === JSON.stringify(right);
}

/** The names of the fields in which two records differ. */
export function changedNames<Values extends Record<string, unknown>>(
  saved: Values,
  values: Values,
): (keyof Values & string)[] {
  return Object.keys(values).filter((name) => !isSame(saved[name], values[name]));
}

/** A record being edited: changes, errors, and reset. It does not know how to save. */
export function useDraft<Values extends Record<string, unknown>>({
  saved,
  validate,
  labels,
}: DraftOptions<Values>): Draft<Values> {
  const [base, setBase] = useState(saved);
  const [previous, setPrevious] = useState(saved);
  const [values, setValues] = useState(saved);
  const [errors, setErrors] = useState<FieldErrors<Values>>({});
  const changed = changedNames(base, values);

  if (previous !== saved && !isSame(previous, saved)) {
    setPrevious(saved);
    setBase(saved);
    // Unsaved input takes precedence over a reload.
    if (changed.length === 0) setValues(saved);
  }

  function set<Name extends keyof Values>(name: Name, value: Values[Name]) {
    setValues((current) => ({ ...current, [name]: value }));
    setErrors((current) => (current[name] === undefined ? current : { ...current, [name]: undefined }));
  }
  return {
    values,
    set,
    field: (name) => ({
      name,
      value: values[name],
      onChange: (value) => set(name, value),
      onBlur: () => {
        const message = validate?.(values)[name];
        if (message !== undefined) setErrors((current) => ({ ...current, [name]: message }));
      },
      errorMessage: errors[name],
    }),
    toggle: (name) => ({
      name,
      isSelected: values[name] === true,
      onChange: (value) => set(name, value as Values[typeof name]),
    }),
    isChanged: changed.length > 0,
    changed: changed.map((name) => labels?.[name] ?? name),
    errors,
    setErrors,
    check() {
      const problems = validate?.(values) ?? {};
      setErrors(problems);
      return Object.values(problems).every((message) => message === undefined);
    },
    discard() {
      setValues(base);
      setErrors({});
    },
    accept(next = values) {
      setBase(next);
      setValues(next);
      setErrors({});
    },
  };
}
