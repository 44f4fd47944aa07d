import type { Config, Field, SlotComponent } from '@puckeditor/core';
import { useQuery } from '@tanstack/react-query';
import { createContext, lazy, type ReactNode, Suspense, useContext } from 'react';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { useWire } from '#base/browser/wire.ts';
import type { BlockDefinition, BlockDefinitions, BlockField, BlockPicture } from '#base/shared/blocks.ts';
import { PictureField } from '#features/media/components/picture-field.tsx';

const RichTextField = lazy(() =>
  import('#ui/rich-text-field.tsx').then((module) => ({ default: module.RichTextField })),
);

/** A text of a namespace, as i18next finds it. */
export type Words = (key: string, options: { ns: string; defaultValue?: string }) => string;

/** The id of the page's first block: it carries the `h1`, in the builder as on the page. */
export const FirstBlock = createContext('');

type Props = Record<string, unknown> & { id: string };

/** Every feature's blocks in the form the page builder reads. */
export function builderConfig(blocks: BlockDefinitions, words: Words): Config {
  const components = Object.fromEntries(
    Object.entries(blocks).map(([type, definition]) => [
      type,
      {
        label: words(`blocks.${type}.name`, { ns: definition.strings }),
        fields: builderFields(definition.fields, definition.strings, words),
        defaultProps: definition.defaults,
        render: (props: Props) => <BuilderBlock definition={definition} values={props} />,
      },
    ]),
  );
  return {
    components,
    root: {
      fields: {
        title: { type: 'text', label: words('fields.pageTitle', { ns: 'pages' }) },
        description: { type: 'textarea', label: words('fields.description', { ns: 'pages' }) },
        isHidden: switchField(words('fields.isHidden', { ns: 'pages' }), words),
      },
      render: ({ children }: { children: ReactNode }) => <div>{children}</div>,
    },
  } as unknown as Config;
}

function builderFields(fields: Record<string, BlockField>, namespace: string, words: Words): Record<string, Field> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, builderField(name, field, namespace, words)]),
  );
}

function builderField(name: string, field: BlockField, namespace: string, words: Words): Field {
  const label = words(`fields.${name}`, { ns: namespace, defaultValue: name });
  switch (field.kind) {
    case 'text':
    case 'address':
      return { type: 'text', label };
    case 'long':
      return { type: 'textarea', label };
    case 'number':
      return { type: 'number', label, min: field.least, max: field.most };
    case 'switch':
      return switchField(label, words);
    case 'choice':
      return {
        type: 'select',
        label,
        options: field.values.map((value) => ({
          value,
          label: words(`options.${name}.${value}`, { ns: namespace, defaultValue: value }),
        })),
      };
    case 'list':
      return {
        type: 'array',
        label,
        max: field.most,
        arrayFields: builderFields(field.fields, namespace, words),
        defaultItemProps: Object.fromEntries(Object.entries(field.fields).map(([key, item]) => [key, emptyOf(item)])),
        getItemSummary: (item: Record<string, unknown>, index = 0) =>
          String(item[field.titleOf ?? ''] || `${label} ${index + 1}`),
      } as Field;
    case 'slot':
      return { type: 'slot', label };
    case 'picture':
      return {
        type: 'custom',
        label,
        render: ({ value, onChange }: { value: BlockPicture; onChange: (value: BlockPicture) => void }) => (
          <PictureField label={label} value={value} onChange={onChange} />
        ),
      } as Field;
    case 'rich':
      return {
        type: 'custom',
        label,
        render: ({ value, onChange }: { value: string; onChange: (value: string) => void }) => (
          <Suspense fallback={null}>
            <RichTextField label={label} value={value} onChange={onChange} />
          </Suspense>
        ),
      } as Field;
  }
}

function switchField(label: string, words: Words): Field {
  return {
    type: 'radio',
    label,
    options: [
      { label: words('options.yes', { ns: 'pages' }), value: true },
      { label: words('options.no', { ns: 'pages' }), value: false },
    ],
  };
}

function emptyOf(field: BlockField): unknown {
  if (field.kind === 'number') return field.least;
  if (field.kind === 'switch') return false;
  if (field.kind === 'choice') return field.values[0];
  if (field.kind === 'picture') return { src: '', alt: '' };
  return field.kind === 'list' || field.kind === 'slot' ? [] : '';
}

/** A block as the canvas shows it: the same drawing, its data read by the browser. */
function BuilderBlock({ definition, values }: { definition: BlockDefinition; values: Props }) {
  const wire = useWire();
  const { account_id } = useAccount();
  const { locale } = useSite();
  const isFirst = useContext(FirstBlock) === values.id;
  const plain = Object.fromEntries(
    Object.entries(values).filter(([name]) => name in definition.fields && definition.fields[name]?.kind !== 'slot'),
  );
  const { data } = useQuery({
    queryKey: ['block', account_id, definition.strings, values.id, plain],
    queryFn: () => definition.load?.(wire, account_id, plain, locale) ?? null,
    enabled: definition.load !== undefined,
    placeholderData: (before) => before,
  });
  return (
    <div>
      {definition.render({
        id: values.id,
        values: { ...definition.defaults, ...plain },
        data: data ?? undefined,
        isFirst,
        slot: (name) => {
          const Slot = values[name] as SlotComponent | undefined;
          return typeof Slot === 'function' ? <Slot minEmptyHeight={96} /> : null;
        },
      })}
    </div>
  );
}
