import { useTranslation } from 'react-i18next';
import { PictureField } from '#features/content/media/components/picture-field.tsx';
import type { TypeFormProps } from '../../question-types/components/type-props.ts';

/** The image that a question is answered on. */
export function PictureSource({ question, error, onChange }: TypeFormProps) {
  const { t } = useTranslation('quizzes');
  const { figure } = question;
  return (
    <div className="grid gap-2">
      <PictureField
        label={t('form.picture')}
        needsAlt
        value={figure ? { src: figure.image, alt: figure.alt ?? '' } : undefined}
        onChange={({ src, alt }) => onChange({ ...question, figure: src === '' ? null : { image: src, alt } })}
      />
      {error('image') && (
        <p role="alert" className="field-error">
          {error('image')}
        </p>
      )}
    </div>
  );
}
