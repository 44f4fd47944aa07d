import { Images } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/buttons/button.tsx';
import { addressOf, altOf } from '../rules.ts';
import type { MediaFile } from '../schema.ts';

// Loaded lazily: picture fields are on many screens, and few people open the library.
const MediaPicker = lazy(() => import('./media-picker.tsx').then((module) => ({ default: module.MediaPicker })));

/** What a field receives of a picked image. */
export type PickedPicture = { src: string; alt: string; width?: number; height?: number };

/** Opens the media picker and returns the picked image with its alt text in the user's language. */
export function PickButton({ onPick, isDisabled }: { onPick: (picture: PickedPicture) => void; isDisabled?: boolean }) {
  const { t, i18n } = useTranslation('media');
  const [isOpen, setOpen] = useState(false);
  function onFile(file: MediaFile) {
    setOpen(false);
    const size = file.width && file.height ? { width: file.width, height: file.height } : {};
    onPick({ src: addressOf(file), alt: altOf(file, i18n.language), ...size });
  }
  return (
    <>
      <Button size="sm" icon={Images} isDisabled={isDisabled} onPress={() => setOpen(true)}>
        {t('picker.open')}
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <MediaPicker onPick={onFile} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
