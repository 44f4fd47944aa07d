import { parseTags } from '#features/marketing/contacts/rules.ts';
import { editableOf, type FieldType, type Form, type FormDraft, type FormField, type FormRules } from '../rules.ts';
import { formField } from '../schema.ts';

/** A form and its rules while being edited. */
export type FormValues = Omit<FormDraft, 'status'> & {
  isOpen: boolean;
  tags: string;
  notifies: boolean;
  refuses_throwaway: boolean;
};

export function draftOf(form: Form, rules: FormRules): FormValues {
  const { status, ...written } = editableOf(form);
  return {
    ...written,
    isOpen: status === 'open',
    tags: rules.tags.join(', '),
    notifies: rules.notifies,
    refuses_throwaway: rules.refuses_throwaway,
  };
}

export function formOf({ isOpen, tags, notifies, refuses_throwaway, ...values }: FormValues): FormDraft {
  return {
    ...values,
    name: values.name.trim(),
    redirect: values.redirect.trim(),
    status: isOpen ? 'open' : 'closed',
  };
}

export function rulesOf({ tags, notifies, refuses_throwaway }: FormValues): FormRules {
  return { tags: parseTags(tags).slice(0, 20), notifies, refuses_throwaway };
}

/** Generates a unique field id from its label, in characters safe for URLs. */
export function newFieldId(label: string, fields: readonly FormField[]): string {
  const plain = label
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '')
    .slice(0, 30);
  const name = plain || 'field';
  let id = name;
  for (let number = 2; fields.some((field) => field.id === id); number += 1) id = `${name}_${number}`;
  return id;
}

export function newField(type: FieldType, label: string, fields: readonly FormField[]): FormField {
  return formField.parse({ id: newFieldId(type, fields), type, label });
}

/** Options of a choice field as lines, and back. An unchanged line keeps its value, so old answers keep theirs. */
export function optionsOf(lines: string, before: FormField['options']): FormField['options'] {
  const labels = [...new Set(lines.split('\n').map((line) => line.trim().slice(0, 120)))].filter(Boolean).slice(0, 60);
  const taken = new Set(before.map(({ value }) => value));
  return labels.map((label) => {
    const existing = before.find((option) => option.label === label);
    if (existing) return existing;
    let number = taken.size + 1;
    while (taken.has(`answer_${number}`)) number += 1;
    taken.add(`answer_${number}`);
    return { value: `answer_${number}`, label };
  });
}
