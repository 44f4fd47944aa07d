import type { PictureValue } from '#base/shared/pictures.ts';
import { custom, switchField, type Translate } from '#features/content/blocks/canvas/components/builder-fields.tsx';
import { PictureField } from '#features/content/media/components/picture-field.tsx';
import { pageKinds } from '../schema.ts';

/** The settings of a page in the builder: what it says to search engines and where it is shared. */
export function pageFields(translate: Translate) {
  const t = (key: string) => translate(key, { ns: 'pages' });
  return {
    title: { type: 'text' as const, label: t('fields.pageTitle') },
    searchTitle: { type: 'text' as const, label: t('fields.searchTitle') },
    description: { type: 'textarea' as const, label: t('fields.description') },
    picture: custom<PictureValue>('', ({ value, onChange }) => (
      <PictureField label={t('fields.sharePicture')} isDescribed={false} value={value} onChange={onChange} />
    )),
    kind: {
      type: 'select' as const,
      label: t('fields.pageKind'),
      options: pageKinds.map((kind) => ({ value: kind, label: t(`pageKinds.${kind}`) })),
    },
    canonical: { type: 'text' as const, label: t('fields.canonical') },
    isHidden: switchField(t('fields.isHidden'), translate),
    isUnfollowed: switchField(t('fields.isUnfollowed'), translate),
  };
}
