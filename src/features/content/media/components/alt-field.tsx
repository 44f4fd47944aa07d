import { useTranslation } from 'react-i18next';
import { TextField } from '#ui/fields/text-field.tsx';

/**
 * The words of a picture for those who can't see it. Of a picture that has just taken the place of another and came
 * without words, they are asked for: the field takes the focus and says why.
 */
export function AltField({
  label,
  description,
  src,
  newSrc,
  value,
  maxLength,
  onChange,
}: {
  label: string;
  description: string;
  src: string;
  /** The picture that was put there last, empty where none was since the screen was opened. */
  newSrc: string;
  value: string;
  maxLength: number;
  onChange: (alt: string) => void;
}) {
  const { t } = useTranslation('media');
  const isNew = newSrc !== '' && newSrc === src;
  return (
    <TextField
      // Another field for another picture, so that it takes the focus anew.
      key={isNew ? src : 'before'}
      autoFocus={isNew && value === ''}
      label={label}
      description={isNew && value === '' ? t('picture.altNew') : description}
      value={value}
      maxLength={maxLength}
      onChange={onChange}
    />
  );
}
