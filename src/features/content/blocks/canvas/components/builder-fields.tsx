import type { Field } from '@puckeditor/core';
import { lazy, type ReactElement, Suspense } from 'react';
import type { PictureValue } from '#base/shared/pictures.ts';
import { PictureField } from '#features/content/media/components/picture-field.tsx';
import { TextArea, TextField } from '#ui/fields/text-field.tsx';
import type { BlockField } from '../../rules.ts';
import { initialValueOf, maxLengthOf } from '../../values/rules.ts';
import { labelOfChoice, labelOfField, type Translate } from '../../words/rules.ts';
import { MomentField } from './date-time-field.tsx';
import { PickField } from './pick-field.tsx';
import { LookField } from './responsive-style-field.tsx';
import { RowPlace } from './row-order.tsx';

const PicturedTextField = lazy(() =>
  import('#features/content/media/components/pictured-text-field.tsx').then((module) => ({
    default: module.PicturedTextField,
  })),
);

type FieldProps<Value> = { value: Value | undefined; onChange: (value: Value) => void };

/** The fields of a block type as Puck fields, with their limits. */
export function builderFields(
  fields: Record<string, BlockField>,
  namespace: string,
  translate: Translate,
  defaults: Record<string, unknown> = {},
  type = '',
): Record<string, Field> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      builderField(type, name, field, namespace, translate, defaults[name]),
    ]),
  );
}

function builderField(
  type: string,
  name: string,
  field: BlockField,
  namespace: string,
  translate: Translate,
  fallback: unknown,
): Field {
  const label = labelOfField(name, namespace, translate);
  switch (field.kind) {
    case 'text':
    case 'address':
    case 'long':
    case 'code':
      return writtenField(label, field);
    case 'moment':
      return custom<string>(label, ({ value, onChange }) => (
        <MomentField label={label} value={value ?? ''} onChange={onChange} />
      ));
    case 'number':
      return { type: 'number', label, min: field.least, max: field.most, step: field.step } as Field;
    case 'switch':
      return switchField(label, translate);
    case 'choice':
      return choiceField(label, name, field.values, translate);
    case 'look':
      return custom<unknown>(label, ({ value, onChange }) => (
        <LookField
          label={label}
          field={field}
          value={value}
          otherwise={String(fallback ?? '')}
          labelOf={(option) => labelOfChoice(name, option, translate)}
          onChange={onChange}
        />
      ));
    case 'list':
      return listField(label, field, builderFields(field.fields, namespace, translate, {}, type));
    case 'pick':
      return custom<string>(label, ({ value, onChange }) => (
        <PickField label={label} name={`${type}.${name}`} field={field} value={value ?? ''} onChange={onChange} />
      ));
    case 'slot':
      return { type: 'slot', label };
    case 'picture':
      return custom<PictureValue>(label, ({ value, onChange }) => (
        <PictureField label={label} value={value} onChange={onChange} />
      ));
    case 'rich':
      return custom<string>(label, ({ value, onChange }) => (
        <Suspense fallback={null}>
          <PicturedTextField label={label} value={value ?? ''} onChange={onChange} />
        </Suspense>
      ));
  }
}

function writtenField(
  label: string,
  field: Extract<BlockField, { kind: 'text' | 'address' | 'long' | 'code' }>,
): Field {
  if (field.kind === 'text' || field.kind === 'address')
    return custom<string>(label, ({ value, onChange }) => (
      <TextField
        label={label}
        value={value ?? ''}
        maxLength={maxLengthOf(field)}
        dir={field.kind === 'address' ? 'ltr' : 'auto'}
        onChange={onChange}
      />
    ));
  return custom<string>(label, ({ value, onChange }) => (
    <TextArea
      label={label}
      value={value ?? ''}
      rows={field.kind === 'code' ? 10 : 4}
      maxLength={maxLengthOf(field)}
      dir={field.kind === 'code' ? 'ltr' : 'auto'}
      onChange={onChange}
    />
  ));
}

function choiceField(label: string, name: string, values: readonly string[], translate: Translate): Field {
  return {
    type: 'select',
    label,
    options: values.map((value) => ({
      value,
      label: translate(`options.${name}.${value}`, { ns: 'blocks', defaultValue: value }),
    })),
  };
}

/** A list whose rows have `rowFields`, each with its place first. */
function listField(
  label: string,
  field: Extract<BlockField, { kind: 'list' }>,
  rowFields: Record<string, Field>,
): Field {
  return {
    type: 'array',
    label,
    max: field.most,
    arrayFields: {
      place: {
        type: 'custom',
        label: '',
        render: ({ name }: { name: string }) => <RowPlace name={name} />,
      } as Field,
      ...rowFields,
    },
    defaultItemProps: Object.fromEntries(
      Object.entries(field.fields).map(([key, item]) => [key, initialValueOf(item)]),
    ),
    getItemSummary: (item: Record<string, unknown>, index = 0) =>
      String(item[field.titleOf ?? ''] || `${label} ${index + 1}`),
  } as Field;
}

/** A Puck field with our own component. */
export function custom<Value>(label: string, render: (props: FieldProps<Value>) => ReactElement): Field {
  return { type: 'custom', label, render };
}

export function switchField(label: string, translate: Translate): Field {
  return {
    type: 'radio',
    label,
    options: [
      { label: translate('options.yes', { ns: 'blocks' }), value: true },
      { label: translate('options.no', { ns: 'blocks' }), value: false },
    ],
  };
}
