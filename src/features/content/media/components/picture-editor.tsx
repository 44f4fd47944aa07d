import { RotateCcw, RotateCw } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { Segmented } from '#ui/fields/segmented.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { addressOf } from '../rules.ts';
import type { MediaFile } from '../schema.ts';
import { type Crop, largestCrop, rotatedSize, type Size, wholePixels } from './crop.ts';
import { CropFrame } from './crop-frame.tsx';
import { cutPicture } from './cut-picture.ts';
import { useSending } from './use-sending.ts';

const shapes = { free: null, square: 1, wide: 16 / 9, photo: 4 / 3 } as const;
type Shape = keyof typeof shapes;
type SaveMode = 'copy' | 'replace';

type PictureEditorProps = { file: MediaFile; onClose: () => void; onSaved: () => Promise<void> };

/** Crops and rotates an image; saves it as a new file or replaces the original under the same URL. */
export function PictureEditor({ file, onClose, onSaved }: PictureEditorProps) {
  const { t } = useTranslation('media');
  const image = useRef<HTMLImageElement>(null);
  const cropping = useCropping();
  const [isUnreadable, setUnreadable] = useState(false);
  const upload = useCutUpload(file);
  const { save, saving, problem } = useSave((mode: SaveMode) => upload(image.current, cropping, mode), {
    onSaved,
    done: (name, mode) => t(mode === 'copy' ? 'edit.copied' : 'file.replaced', { name }),
    isInForm: true,
  });
  const { isChanged, rotated, crop, shape } = cropping;
  return (
    <Dialog
      isOpen
      isWide
      isChanged={isChanged}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('edit.title', { name: file.name })}
      footer={
        <>
          <Button onPress={onClose}>{t('cancel')}</Button>
          <SaveButtons isChanged={isChanged} saving={saving} save={(mode) => void save(mode)} />
        </>
      }
    >
      <div className="grid gap-4">
        <CropTools cropping={cropping} />
        <CropFrame rotated={rotated} crop={crop} shape={shapes[shape]} onCrop={cropping.setCrop}>
          <img
            ref={image}
            // Storage may be on another origin; without `crossOrigin` the canvas would be tainted and not exportable.
            crossOrigin="anonymous"
            src={`${addressOf(file)}?v=${file.version}`}
            alt=""
            draggable={false}
            style={imageStyle(cropping.size, cropping.quarters)}
            onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
              cropping.reset({ size: { width, height } })
            }
            onError={() => setUnreadable(true)}
          />
        </CropFrame>
        <p className="help">{t('edit.help')}</p>
        {problem || isUnreadable ? (
          <p className="field-error" role="alert">
            {problem || t('edit.unreadable')}
          </p>
        ) : null}
      </div>
    </Dialog>
  );
}

type Cropping = ReturnType<typeof useCropping>;

/** What is cut out of an image: its shape, the quarter turns and the rectangle. Sizes are null until the image has loaded. */
function useCropping() {
  const [size, setSize] = useState<Size | null>(null);
  const [quarters, setQuarters] = useState(0);
  const [shape, setShape] = useState<Shape>('free');
  const [crop, setCrop] = useState<Crop>({ x: 0, y: 0, width: 0, height: 0 });
  const rotated = size && rotatedSize(size, quarters);
  const pixels = rotated && wholePixels(crop, rotated);
  const isChanged =
    rotated !== null &&
    pixels !== null &&
    (quarters !== 0 || pixels.width !== rotated.width || pixels.height !== rotated.height);

  /** Starts again with the largest rectangle. */
  function reset(next: { quarters?: number; shape?: Shape; size?: Size }) {
    const merged = { quarters, shape, size, ...next };
    if (!merged.size) return;
    setSize(merged.size);
    setQuarters(merged.quarters);
    setShape(merged.shape);
    setCrop(largestCrop(rotatedSize(merged.size, merged.quarters), shapes[merged.shape]));
  }
  return { size, quarters, shape, crop, rotated, pixels, isChanged, setCrop, reset };
}

function useCutUpload(file: MediaFile) {
  const { t } = useTranslation('media');
  const { send } = useSending();
  return async (image: HTMLImageElement | null, { quarters, pixels }: Cropping, mode: SaveMode): Promise<string> => {
    if (!image || !pixels) throw new Error(t('edit.failed'));
    const cut = await cutPicture(image, quarters, pixels, file.mime_type);
    const named =
      mode === 'copy' ? file.name.replace(/(\.[^.]*)?$/, (ending) => ` ${t('edit.copySuffix')}${ending}`) : file.name;
    const next = new File([cut], named.slice(-200).trim(), { type: file.mime_type });
    const [sent] = await send([next], { folder_id: file.folder_id, replaces: mode === 'replace' ? file : undefined });
    if (!sent || !(await sent)) throw new Error(t('edit.failed'));
    return next.name;
  };
}

type SaveButtonsProps = { isChanged: boolean; saving: SaveMode | undefined; save: (mode: SaveMode) => void };

function SaveButtons({ isChanged, saving, save }: SaveButtonsProps) {
  const { t } = useTranslation('media');
  const isDisabled = !isChanged || saving !== undefined;
  return (
    <>
      <Button isDisabled={isDisabled} isBusy={saving === 'replace'} onPress={() => save('replace')}>
        {t('edit.replace')}
      </Button>
      <Button variant="primary" isDisabled={isDisabled} isBusy={saving === 'copy'} onPress={() => save('copy')}>
        {t('edit.copy')}
      </Button>
    </>
  );
}

function CropTools({ cropping: { shape, quarters, pixels, reset } }: { cropping: Cropping }) {
  const { t } = useTranslation('media');
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Segmented
        label={t('edit.shape')}
        value={shape}
        onChange={(next) => reset({ shape: next })}
        options={(Object.keys(shapes) as Shape[]).map((id) => ({ id, label: t(`edit.shapes.${id}`) }))}
      />
      <span className="row">
        <IconButton
          label={t('edit.turnBack')}
          icon={RotateCcw}
          onPress={() => reset({ quarters: (quarters + 3) % 4 })}
        />
        <IconButton label={t('edit.turn')} icon={RotateCw} onPress={() => reset({ quarters: (quarters + 1) % 4 })} />
      </span>
      {pixels ? (
        <span className="help num" dir="ltr" aria-live="polite">
          {pixels.width} × {pixels.height}
        </span>
      ) : null}
    </div>
  );
}

/** The image fills the frame, which has the rotated aspect ratio: after a quarter turn width and height swap. */
function imageStyle(size: Size | null, quarters: number): React.CSSProperties {
  const isAcross = quarters % 2 === 1;
  const ratio = size ? size.width / size.height : 1;
  return {
    width: isAcross ? `${ratio * 100}%` : '100%',
    height: isAcross ? `${100 / ratio}%` : '100%',
    transform: `translate(-50%, -50%) rotate(${quarters * 90}deg)`,
  };
}
