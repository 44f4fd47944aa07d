import type { TFunction } from 'i18next';
import { type Draft, type FieldErrors, useDraft } from '#ui/fields/use-draft.ts';
import { fileKinds, MAX_FILES } from '../files/rules.ts';
import { conditionKinds, type FormField, fieldWidths, hiddenSources } from '../rules.ts';
import { optionsOf } from './form-draft.ts';

export const ALWAYS = '-';
export const hasOptions = (type: FormField['type']) => type === 'select' || type === 'radio' || type === 'checkbox';

export type FieldValues = ReturnType<typeof valuesOf>;
export type FieldDraft = Draft<FieldValues>;

/** A form field while being edited. */
export function useFieldDraft(field: FormField, t: TFunction<'forms'>): FieldDraft {
  return useDraft({ saved: valuesOf(field), validate: (values) => problemsOf(field, values, t) });
}

function valuesOf(field: FormField) {
  return {
    label: field.label,
    help: field.help,
    placeholder: field.placeholder,
    isRequired: field.isRequired,
    width: field.width as string,
    options: field.options.map(({ label }) => label).join('\n'),
    least: field.least === null ? '' : String(field.least),
    most: field.most === null ? '' : String(field.most),
    files: field.files as string,
    isName: field.isName,
    isNewsletter: field.isNewsletter,
    source: field.source as string,
    value: field.value,
    conditionField: field.condition?.field ?? ALWAYS,
    conditionKind: (field.condition?.kind ?? 'is') as string,
    conditionValue: field.condition?.value ?? '',
  };
}

function problemsOf(
  { type, options }: FormField,
  values: FieldValues,
  t: TFunction<'forms'>,
): FieldErrors<FieldValues> {
  const [min, max] = [numberIn(values.least), numberIn(values.most)];
  const lacksOptions = hasOptions(type) && optionsOf(values.options, options).length < 2;
  const hasWrongCount = type === 'file' && max !== null && (max < 1 || max > MAX_FILES);
  const isCrossed = min !== null && max !== null && max < min;
  return {
    label: values.label.trim() ? undefined : t('field.labelMissing'),
    options: lacksOptions ? t('field.optionsMissing') : undefined,
    most: hasWrongCount ? t('field.filesMost', { count: MAX_FILES }) : isCrossed ? t('field.bounds') : undefined,
  };
}

/** The field with the edited values. */
export function fieldOf(field: FormField, values: FieldValues): FormField {
  const { label, help, placeholder, isRequired, isName, isNewsletter, value, conditionField, ...rest } = values;
  return {
    ...field,
    label: label.trim(),
    help,
    placeholder,
    isRequired: field.type !== 'hidden' && isRequired,
    isName,
    isNewsletter,
    value,
    files: fileKinds.find((kind) => kind === rest.files) ?? 'any',
    width: fieldWidths.find((width) => width === rest.width) ?? 'full',
    source: hiddenSources.find((source) => source === rest.source) ?? 'fixed',
    options: hasOptions(field.type) ? optionsOf(rest.options, field.options) : [],
    least: numberIn(rest.least),
    most: numberIn(rest.most),
    condition:
      conditionField === ALWAYS
        ? null
        : {
            field: conditionField,
            kind: conditionKinds.find((kind) => kind === rest.conditionKind) ?? 'is',
            value: rest.conditionValue,
          },
  };
}

const numberIn = (text: string): number | null => {
  const value = Number(text.trim().replace(',', '.'));
  return text.trim() === '' || !Number.isFinite(value) || Math.abs(value) > 1_000_000_000 ? null : value;
};
