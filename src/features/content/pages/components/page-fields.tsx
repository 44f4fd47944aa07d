import type { PictureValue } from '#base/shared/pictures.ts';
import { custom, switchField } from '#features/content/blocks/canvas/components/builder-fields.tsx';
import type { Translate } from '#features/content/blocks/words/rules.ts';
import { PictureField } from '#features/content/media/components/picture-field.tsx';
import { pageKinds } from '../schema.ts';

/** The settings of a page in the builder: what it says to search engines and where it is shared. */
export function pageFields(translate: Translate) {
  const t = (key: string, ns = 'pages') => translate(key, { ns });
  return {
    title: { type: 'text' as const, label: t('fields.pageTitle') },
    searchTitle: { type: 'text' as const, label: t('search.searchTitle', 'publishing') },
    description: { type: 'textarea' as const, label: t('search.description', 'publishing') },
    picture: custom<PictureValue>('', ({ value, onChange }) => (
      <PictureField label={t('search.picture', 'publishing')} isDescribed={false} value={value} onChange={onChange} />
    )),
    kind: {
      type: 'select' as const,
      label: t('fields.pageKind'),
      options: pageKinds.map((kind) => ({ value: kind, label: t(`pageKinds.${kind}`) })),
    },
    canonical: { type: 'text' as const, label: t('search.canonical', 'publishing') },
    isHidden: switchField(t('search.isHidden', 'publishing'), translate),
    isUnfollowed: switchField(t('search.isUnfollowed', 'publishing'), translate),
  };
}
