import type { Config, Field, SlotComponent } from '@puckeditor/core';
import { useQuery } from '@tanstack/react-query';
import { EyeOff, PuzzleIcon } from 'lucide-react';
import { createContext, type ReactNode, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { FramedBlock, FrameStyle } from '../../components/framed-block.tsx';
import { type BlockDefinition, type BlockDefinitions, blockGroups } from '../../rules.ts';
import { validValues } from '../../values/rules.ts';
import type { Translate } from '../../words/rules.ts';
import { builderFields, custom } from './builder-fields.tsx';
import { FrameField } from './frame-field.tsx';

/** Id of the page's first block, which renders the `h1`, in the builder and on the page. */
export const FirstBlock = createContext('');

type Props = Record<string, unknown> & { id: string };

/** Values new blocks begin with, by type. */
export type BlockDefaults = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/**
 * A set of blocks as Puck configuration. `unknown` are block types of the document without a definition, `settings` the
 * fields of the document itself.
 */
export function builderConfig(
  blocks: BlockDefinitions,
  translate: Translate,
  unknown: readonly string[] = [],
  defaults: BlockDefaults = {},
  settings: Record<string, Field> = {},
): Config {
  const components: Config['components'] = Object.fromEntries(
    Object.entries(blocks).map(([type, definition]) => [
      type,
      {
        label: translate(`blocks.${type}.name`, { ns: definition.strings }),
        fields: {
          ...builderFields(definition.fields, definition.strings, translate, definition.defaults, type),
          frame: custom<unknown>('', ({ value, onChange }) => <FrameField value={value} onChange={onChange} />),
        },
        defaultProps: { ...definition.defaults, ...defaults[type] },
        render: (props: Props) => <BuilderBlock type={type} definition={definition} values={props} />,
      },
    ]),
  );
  for (const type of unknown)
    components[type] = {
      label: translate('blocks.Unknown.name', { ns: 'blocks' }),
      fields: {},
      defaultProps: {},
      render: () => <UnknownBlock type={type} />,
    };
  const categories = blockGroups.map((group) => [
    group,
    {
      title: translate(`groups.${group}`, { ns: 'blocks' }),
      components: Object.keys(blocks).filter((type) => blocks[type]?.group === group && !blocks[type].isUnavailable),
      defaultExpanded: group === 'openings' || group === 'words',
    },
  ]);
  return {
    components,
    categories: { ...Object.fromEntries(categories), other: { visible: false } },
    root: {
      fields: settings,
      render: ({ children }: { children: ReactNode }) => <div>{children}</div>,
    },
  };
}

/** Placeholder of an unknown block: visitors don't see it, its data is kept. */
function UnknownBlock({ type }: { type: string }) {
  const { t } = useTranslation('blocks');
  return (
    <section className="band band-soft">
      <div className="wide unknown-block">
        <PuzzleIcon aria-hidden="true" />
        <p>{t('blocks.Unknown.text', { type })}</p>
      </div>
    </section>
  );
}

/** Placeholder of an incomplete block: visitors don't see it; says what it lacks. */
function LeftOutBlock({ type, strings }: { type: string; strings: string }) {
  const { t, i18n } = useTranslation('blocks');
  const reason = i18n.t(`blocks.${type}.none`, { ns: strings });
  return (
    <section className="band band-soft" data-left-out={reason}>
      <div className="wide unknown-block">
        <EyeOff aria-hidden="true" />
        <p>{t('builder.leftOut', { reason })}</p>
      </div>
    </section>
  );
}

/** A block in the canvas: rendered as on the page, with its data fetched in the browser. */
function BuilderBlock({ type, definition, values }: { type: string; definition: BlockDefinition; values: Props }) {
  const db = useDb();
  const { account_id } = useAccount();
  const { locale } = useSite();
  const isFirst = useContext(FirstBlock) === values.id;
  const ownValues = Object.fromEntries(
    Object.entries(validValues(definition, values)).filter(([name]) => fieldOf(definition, name)?.kind !== 'slot'),
  );
  const { data } = useQuery({
    queryKey: ['block', account_id, definition.strings, values.id, ownValues],
    queryFn: () => definition.load?.(db, account_id, ownValues, locale) ?? null,
    enabled: definition.load !== undefined,
    placeholderData: (previous) => previous,
  });
  // While its data loads, it counts as complete.
  const isRead = definition.load === undefined || data !== undefined;
  const isEmpty = isRead && definition.isEmpty?.(ownValues, data ?? undefined);
  return (
    <div>
      <FrameStyle blocks={[{ type, props: values }]} definitions={{ [type]: definition }} />
      <FramedBlock fields={definition.fields} props={values} ground={ownValues.ground}>
        {definition.render({
          id: values.id,
          values: ownValues,
          data: data ?? undefined,
          isFirst,
          slot: (name, className) => {
            const Slot = values[name] as SlotComponent | undefined;
            return typeof Slot === 'function' ? <Slot minEmptyHeight={96} className={className} /> : null;
          },
        })}
      </FramedBlock>
      {isEmpty ? <LeftOutBlock type={type} strings={definition.strings} /> : null}
    </div>
  );
}

function fieldOf(definition: BlockDefinition, name: string) {
  return (definition.fields as Record<string, { kind: string }>)[name];
}
