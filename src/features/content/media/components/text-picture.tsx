import { Images } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/buttons/button.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { addressOf, altOf, MAX_ALT_LENGTH } from '../rules.ts';
import type { MediaFile } from '../schema.ts';

// Loaded lazily: few texts get an image.
const MediaPicker = lazy(() => import('./media-picker.tsx').then((module) => ({ default: module.MediaPicker })));

type Picture = { src: string; alt: string; width?: number; height?: number };

/** Inserts or edits an image in rich text; its alt text defaults to that of the library. */
export function TextPicture({
  picture: current,
  onPick,
  onClose,
}: {
  /** The image being edited, if any. */
  picture: Picture | null;
  onPick: (picture: Picture) => void;
  onClose: () => void;
}) {
  const { t, i18n } = useTranslation('media');
  const [picture, setPicture] = useState(current);
  const [isChoosing, setChoosing] = useState(current === null);
  function onFile(file: MediaFile) {
    const size = file.width && file.height ? { width: file.width, height: file.height } : {};
    setPicture({ src: addressOf(file), alt: altOf(file, i18n.language), ...size });
    setChoosing(false);
  }
  if (isChoosing || !picture) {
    return (
      <Suspense fallback={null}>
        <MediaPicker onPick={onFile} onClose={() => (picture ? setChoosing(false) : onClose())} />
      </Suspense>
    );
  }
  return (
    <Dialog
      isOpen
      isChanged={picture.src !== current?.src || picture.alt !== current.alt}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('kind.image')}
      footer={
        <>
          <Button onPress={onClose}>{t('cancel')}</Button>
          <Button variant="primary" onPress={() => onPick({ ...picture, alt: picture.alt.trim() })}>
            {t('picker.choose')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <img className="max-h-60 rounded-lg border border-line object-contain" src={picture.src} alt="" />
        <div>
          <Button size="sm" icon={Images} onPress={() => setChoosing(true)}>
            {t('picker.open')}
          </Button>
        </div>
        <TextField
          label={t('picture.alt')}
          description={t('picture.altHelp')}
          value={picture.alt}
          maxLength={MAX_ALT_LENGTH}
          onChange={(alt) => setPicture({ ...picture, alt })}
          autoFocus
        />
      </div>
    </Dialog>
  );
}
