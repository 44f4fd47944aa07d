import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { htmlWords } from '#base/shared/html-words.ts';
import { type Comparison, compareParts } from '#features/content/publishing/rules.ts';
import type { ContentText } from '../rules.ts';

/** How two states of a documentation page are compared. */
export function useDocComparison(): Comparison<ContentText> {
  const { t } = useTranslation('docs');
  return useMemo(() => compareDocs(t), [t]);
}

export function compareDocs(t: (key: string) => string): Comparison<ContentText> {
  return compareParts<ContentText>([
    { id: 'title', name: t('editor.title'), wordsOf: ({ title }) => title },
    { id: 'summary', name: t('editor.summary'), wordsOf: ({ summary }) => summary },
    { id: 'content', name: t('editor.content'), wordsOf: ({ content }) => htmlWords(content) },
  ]);
}
