import { useTranslation } from 'react-i18next';
import { TextField } from '#ui/fields/text-field.tsx';

/**
 * Alt text of an image. When the image was just replaced and the new one has no alt text, the field takes the focus and
 * asks for it.
 */
export function AltField({
  label,
  description,
  newDescription,
  src,
  newSrc,
  value,
  maxLength,
  onChange,
}: {
  label: string;
  description: string;
  /** For an image that was just chosen. */
  newDescription?: string;
  src: string;
  /** `src` of the last image set since the screen was opened; empty where none was. */
  newSrc: string;
  value: string;
  maxLength: number;
  onChange: (alt: string) => void;
}) {
  const { t } = useTranslation('media');
  const isReplaced = newSrc !== '' && newSrc === src;
  return (
    <TextField
      // A new key for a new image remounts the field, so that autofocus runs again.
      key={isReplaced ? src : 'before'}
      autoFocus={isReplaced && value === ''}
      label={label}
      description={isReplaced && value === '' ? (newDescription ?? t('picture.altNew')) : description}
      value={value}
      maxLength={maxLength}
      onChange={onChange}
    />
  );
}
