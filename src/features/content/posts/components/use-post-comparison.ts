import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { htmlWords } from '#base/shared/html-words.ts';
import { type Comparison, compareParts, type FieldWords } from '#features/content/publishing/rules.ts';
import type { ContentText } from '../data.ts';

/** How two states of a post are compared: each part in the words of the editor. */
export function usePostComparison(): Comparison<ContentText> {
  const { t } = useTranslation(['posts', 'publishing']);
  return useMemo(() => comparePosts(t), [t]);
}

export function comparePosts(t: (key: string) => string): Comparison<ContentText> {
  return compareParts<ContentText>([
    { id: 'title', name: t('editor.title'), wordsOf: ({ title }) => title },
    { id: 'excerpt', name: t('editor.excerpt'), wordsOf: ({ excerpt }) => excerpt },
    { id: 'content', name: t('editor.content'), wordsOf: ({ content }) => htmlWords(content) },
    { id: 'cover', name: t('editor.cover'), wordsOf: ({ cover }) => (cover ? cover.alt || fileName(cover.image) : '') },
    { id: 'categories', name: t('editor.categories'), wordsOf: ({ categories }) => categories.join(', ') },
    { id: 'tags', name: t('editor.tags'), wordsOf: ({ tags }) => tags.join(', ') },
    { id: 'settings', name: t('editor.details'), wordsOf: ({ settings }) => settingsWords(settings, t) },
  ]);
}

const fileName = (address: string) => address.split('/').at(-1) ?? '';

function settingsWords(settings: ContentText['settings'], t: (key: string) => string): FieldWords {
  const answer = (is: boolean | undefined) => t(is ? 'publishing:yes' : 'publishing:no');
  return {
    [t('publishing:search.searchTitle')]: settings.searchTitle ?? '',
    [t('publishing:search.description')]: settings.description ?? '',
    [t('publishing:search.picture')]: fileName(settings.picture ?? ''),
    [t('publishing:search.canonical')]: settings.canonical ?? '',
    [t('publishing:search.isHidden')]: answer(settings.isHidden),
    [t('publishing:search.isUnfollowed')]: answer(settings.isUnfollowed),
    [t('editor.featured')]: answer(settings.featured),
    [t('editor.comments')]: answer(!settings.isQuiet),
  };
}
