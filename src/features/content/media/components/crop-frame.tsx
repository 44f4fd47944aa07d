import { type CSSProperties, type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type Crop, type Pull, pulled, type Size } from './crop.ts';

const handles: { id: string; pull: Pull }[] = [
  { id: 'move', pull: { x: 0, y: 0 } },
  { id: 'topLeft', pull: { x: -1, y: -1 } },
  { id: 'topRight', pull: { x: 1, y: -1 } },
  { id: 'bottomLeft', pull: { x: -1, y: 1 } },
  { id: 'bottomRight', pull: { x: 1, y: 1 } },
];

const arrows: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/**
 * Crop rectangle over an image: drag the middle to move it, the corners to resize it; by mouse, touch or arrow keys.
 */
export function CropFrame({
  turned,
  crop,
  shape,
  onCrop,
  children,
}: {
  turned: Size | null;
  crop: Crop;
  shape: number | null;
  onCrop: (crop: Crop) => void;
  children: ReactNode;
}) {
  const { t } = useTranslation('media');
  const frame = useRef<HTMLDivElement>(null);
  const grabbed = useRef<{ x: number; y: number; crop: Crop } | null>(null);

  function move(event: PointerEvent, pull: Pull) {
    const from = grabbed.current;
    const box = frame.current?.getBoundingClientRect();
    if (!from || !box || !turned || box.width === 0) return;
    const scale = turned.width / box.width;
    const by = { x: (event.clientX - from.x) * scale, y: (event.clientY - from.y) * scale };
    onCrop(pulled(from.crop, pull, by, turned, shape));
  }
  function press(event: KeyboardEvent, pull: Pull) {
    const arrow = arrows[event.key];
    if (!arrow || !turned) return;
    event.preventDefault();
    // Arrow keys move by 1% of the longer side; with Shift by one pixel.
    const step = event.shiftKey ? 1 : Math.max(1, Math.round(Math.max(turned.width, turned.height) / 100));
    onCrop(pulled(crop, pull, { x: arrow.x * step, y: arrow.y * step }, turned, shape));
  }
  const share = (value: number, of: number) => `${(100 * value) / of}%`;
  const style: CSSProperties = turned ? { aspectRatio: `${turned.width} / ${turned.height}` } : {};
  return (
    <div className="crop-room" dir="ltr">
      <div
        ref={frame}
        className="crop-picture"
        style={{ ...style, '--ratio': turned ? turned.width / turned.height : 1 } as CSSProperties}
      >
        {children}
        {turned ? (
          <div
            className="crop-box"
            style={{
              left: share(crop.x, turned.width),
              top: share(crop.y, turned.height),
              width: share(crop.width, turned.width),
              height: share(crop.height, turned.height),
            }}
          >
            {handles.map(({ id, pull }) => (
              <button
                key={id}
                type="button"
                className={`crop-handle crop-${id}`}
                aria-label={t(`edit.handle.${id}`)}
                onKeyDown={(event) => press(event, pull)}
                onPointerDown={(event) => {
                  event.currentTarget.setPointerCapture(event.pointerId);
                  grabbed.current = { x: event.clientX, y: event.clientY, crop };
                }}
                onPointerMove={(event) => move(event, pull)}
                onPointerUp={() => {
                  grabbed.current = null;
                }}
                onPointerCancel={() => {
                  grabbed.current = null;
                }}
              />
            ))}
          </div>
        ) : null}
      </div>
    </div>
  );
}
