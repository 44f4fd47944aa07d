import { htmlWords } from '#base/shared/html-words.ts';
import { type BlockNode, slotOf } from '../document/rules.ts';
import type { BlockDefinitions, BlockField } from '../rules.ts';
import { validStyle } from '../styles/rules.ts';

/** A text by i18n key, with its namespace. */
export type Translate = (key: string, options: { ns: string; defaultValue?: string }) => string;

/** Label of a field: of the block's own feature, else the one of blocks in general. */
export function labelOfField(name: string, namespace: string, translate: Translate): string {
  const shared = translate(`fields.${name}`, { ns: 'blocks', defaultValue: name });
  return namespace === 'blocks' ? shared : translate(`fields.${name}`, { ns: namespace, defaultValue: shared });
}

/** Label of a choice; ratios and numbers of a style are their own labels. */
export function labelOfChoice(name: string, value: string, translate: Translate): string {
  const style = /^\d/.test(value) ? value : translate(`looks.${value}`, { ns: 'blocks', defaultValue: value });
  return translate(`options.${name}.${value}`, { ns: 'blocks', defaultValue: style });
}

/** Name of a block's type. */
export function nameOfBlock(type: string, definitions: BlockDefinitions, translate: Translate): string {
  const definition = definitions[type];
  return definition
    ? translate(`blocks.${type}.name`, { ns: definition.strings })
    : translate('blocks.Unknown.name', { ns: 'blocks' });
}

/** A block's fields in words, by label: what a reader may compare without knowing JSON or HTML. */
export function wordsOfBlock(
  block: BlockNode,
  definitions: BlockDefinitions,
  translate: Translate,
): Record<string, string> {
  const definition = definitions[block.type];
  if (!definition) return {};
  const fields = Object.entries(definition.fields as Record<string, BlockField>).map(
    ([name, field]) =>
      [
        labelOfField(name, definition.strings, translate),
        field.kind === 'slot'
          ? slotOf(block, name)
              .map((inside) => {
                const words = Object.values(wordsOfBlock(inside, definitions, translate))
                  .filter(Boolean)
                  .join(', ');
                return `${nameOfBlock(inside.type, definitions, translate)}${words ? `: ${words}` : ''}`;
              })
              .join(' · ')
          : wordsOfValue(name, field, block.props[name], translate),
      ] as const,
  );
  return Object.fromEntries(fields);
}

function wordsOfValue(name: string, field: BlockField, value: unknown, translate: Translate): string {
  if (value === undefined || value === null || value === '') return '';
  switch (field.kind) {
    case 'rich':
    case 'code':
      return htmlWords(String(value));
    case 'switch':
      return translate(value === true ? 'options.yes' : 'options.no', { ns: 'blocks' });
    case 'choice':
      return labelOfChoice(name, String(value), translate);
    case 'look':
      return [...new Set(Object.values(validStyle(field, value)))]
        .map((style) => labelOfChoice(name, String(style), translate))
        .join(', ');
    case 'picture': {
      const { src = '', alt = '' } = value as { src?: string; alt?: string };
      return alt || (src.split('/').at(-1) ?? '');
    }
    case 'moment':
      return String(value).slice(0, 16).replace('T', ' ');
    case 'list':
      return (Array.isArray(value) ? value : [])
        .map((item: Record<string, unknown>) =>
          Object.entries(field.fields)
            .map(([key, inside]) => wordsOfValue(key, inside, item?.[key], translate))
            .filter(Boolean)
            .join(', '),
        )
        .join(' · ');
    // An id says nothing to a reader: that another one was chosen is said instead.
    case 'pick':
    case 'slot':
      return '';
    default:
      return String(value);
  }
}
