import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/buttons/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { type Crop, defaultCrop, maxZoom, squareOf } from '../profile/rules.ts';

/** Size of the crop preview in CSS pixels. */
const PREVIEW_PX = 256;

/** Crops a picture to a square by dragging or with three sliders. */
export function CropDialog({
  picture,
  isBusy,
  onClose,
  onCrop,
}: {
  picture: ImageBitmap;
  isBusy: boolean;
  onClose: () => void;
  onCrop: (crop: Crop) => void;
}) {
  const { t } = useTranslation('members');
  const [crop, setCrop] = useState<Crop>(defaultCrop);
  const slider = (name: keyof Crop, min: number, max: number) => (
    <label className="field">
      <span className="field-label">{t(`crop.${name}`)}</span>
      <input
        type="range"
        className="w-full accent-primary"
        min={min}
        max={max}
        step={0.01}
        value={crop[name]}
        onChange={(event) => setCrop({ ...crop, [name]: Number(event.target.value) })}
      />
    </label>
  );
  return (
    <Dialog
      title={t('crop.title')}
      isOpen
      isDismissable={false}
      isChanged={crop !== defaultCrop && !isBusy}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <>
          <Button isDisabled={isBusy} onPress={onClose}>
            {t('crop.cancel')}
          </Button>
          <Button variant="primary" isBusy={isBusy} onPress={() => onCrop(crop)}>
            {t('crop.save')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <CropPreview picture={picture} crop={crop} onMove={(move) => setCrop((now) => ({ ...now, ...move(now) }))} />
        {slider('zoom', 1, maxZoom)}
        {slider('x', 0, 1)}
        {slider('y', 0, 1)}
      </div>
    </Dialog>
  );
}

/** The cropped picture, moved by dragging. */
function CropPreview({
  picture,
  crop,
  onMove,
}: {
  picture: ImageBitmap;
  crop: Crop;
  onMove: (move: (crop: Crop) => Pick<Crop, 'x' | 'y'>) => void;
}) {
  const { t } = useTranslation('members');
  const canvas = useRef<HTMLCanvasElement>(null);
  const dragStart = useRef<{ x: number; y: number }>(undefined);

  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    const { x, y, size } = squareOf(picture.width, picture.height, crop);
    context.clearRect(0, 0, PREVIEW_PX * 2, PREVIEW_PX * 2);
    context.drawImage(picture, x, y, size, size, 0, 0, PREVIEW_PX * 2, PREVIEW_PX * 2);
  }, [picture, crop]);

  function drag(event: PointerEvent<HTMLCanvasElement>) {
    if (!dragStart.current) return;
    const { size } = squareOf(picture.width, picture.height, crop);
    const scale = size / event.currentTarget.clientWidth;
    const shift = (delta: number, room: number) => (room > 0 ? (delta * scale) / room : 0);
    const clamp = (value: number) => Math.min(1, Math.max(0, value));
    const [dx, dy] = [event.clientX - dragStart.current.x, event.clientY - dragStart.current.y];
    dragStart.current = { x: event.clientX, y: event.clientY };
    onMove((now) => ({
      x: clamp(now.x - shift(dx, picture.width - size)),
      y: clamp(now.y - shift(dy, picture.height - size)),
    }));
  }
  return (
    <canvas
      ref={canvas}
      width={PREVIEW_PX * 2}
      height={PREVIEW_PX * 2}
      className="mx-auto size-64 max-w-full cursor-move touch-none rounded-full bg-base-200"
      role="img"
      aria-label={t('crop.preview')}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        dragStart.current = { x: event.clientX, y: event.clientY };
      }}
      onPointerMove={drag}
      onPointerUp={() => {
        dragStart.current = undefined;
      }}
    />
  );
}
