import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocks } from '#features/content/blocks/components/blocks-context.tsx';
import type { BlockNode } from '#features/content/blocks/document/rules.ts';
import type { BlockDefinitions } from '#features/content/blocks/rules.ts';
import { nameOfBlock, type Translate, wordsOfBlock } from '#features/content/blocks/words/rules.ts';
import { type Comparison, comparedFields, type FieldWords } from '#features/content/publishing/rules.ts';
import { type Draft, draftDifferences, HEAD, mergeDrafts, normalDraft } from '../drafts/rules.ts';

/** How two states of a page are compared: its settings, then block by block, each field in words. */
export function usePageComparison(): Comparison<Draft> {
  const { i18n } = useTranslation(['pages', 'publishing']);
  const blocks = useBlocks();
  return useMemo(() => comparePages(blocks, (key, options) => i18n.t(key, options)), [blocks, i18n]);
}

export function comparePages(blocks: BlockDefinitions, translate: Translate): Comparison<Draft> {
  const wordsOf = (block: BlockNode | null): FieldWords => {
    if (!block) return {};
    return block.type === HEAD ? settingsWords(block.props, translate) : wordsOfBlock(block, blocks, translate);
  };
  return {
    differences: (first, second, base) =>
      draftDifferences(normalDraft(first), normalDraft(second), base && normalDraft(base)).map((difference) => ({
        id: difference.id,
        name:
          difference.type === HEAD
            ? translate('checks.page', { ns: 'pages' })
            : nameOfBlock(difference.type, blocks, translate),
        changedBy: difference.changedBy,
        onlyIn: difference.second === null ? 'first' : difference.first === null ? 'second' : null,
        fields: comparedFields(wordsOf(difference.first), wordsOf(difference.second)),
      })),
    merge: mergeDrafts,
  };
}

function settingsWords(props: Record<string, unknown>, translate: Translate): FieldWords {
  const t = (key: string, ns = 'publishing') => translate(key, { ns });
  const words = (name: string) => String(props[name] ?? '');
  const answer = (name: string) => t(props[name] === true ? 'yes' : 'no');
  return {
    [t('fields.pageTitle', 'pages')]: words('title'),
    [t('search.searchTitle')]: words('searchTitle'),
    [t('search.description')]: words('description'),
    [t('search.picture')]: words('picture').split('/').at(-1) ?? '',
    [t('fields.pageKind', 'pages')]: props.kind ? t(`pageKinds.${words('kind')}`, 'pages') : '',
    [t('search.canonical')]: words('canonical'),
    [t('search.isHidden')]: answer('isHidden'),
    [t('search.isUnfollowed')]: answer('isUnfollowed'),
  };
}
