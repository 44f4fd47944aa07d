import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useRef,
} from 'react';
import { useTranslation } from 'react-i18next';
import { type Crop, type CropEdges, dragCrop, type Size } from './crop.ts';

const handles: { id: string; edges: CropEdges }[] = [
  { id: 'move', edges: { x: 0, y: 0 } },
  { id: 'topLeft', edges: { x: -1, y: -1 } },
  { id: 'topRight', edges: { x: 1, y: -1 } },
  { id: 'bottomLeft', edges: { x: -1, y: 1 } },
  { id: 'bottomRight', edges: { x: 1, y: 1 } },
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
  rotated,
  crop,
  shape,
  onCrop,
  children,
}: {
  rotated: Size | null;
  crop: Crop;
  shape: number | null;
  onCrop: (crop: Crop) => void;
  children: ReactNode;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const style: CSSProperties = rotated ? { aspectRatio: `${rotated.width} / ${rotated.height}` } : {};
  return (
    <div className="crop-room" dir="ltr">
      <div
        ref={frame}
        className="crop-picture"
        style={{ ...style, '--ratio': rotated ? rotated.width / rotated.height : 1 } as CSSProperties}
      >
        {children}
        {rotated ? <CropBox {...{ frame, rotated, crop, shape, onCrop }} /> : null}
      </div>
    </div>
  );
}

type CropBoxProps = {
  frame: RefObject<HTMLDivElement | null>;
  rotated: Size;
  crop: Crop;
  shape: number | null;
  onCrop: (crop: Crop) => void;
};

function CropBox({ frame, rotated, crop, shape, onCrop }: CropBoxProps) {
  const { t } = useTranslation('media');
  const dragStart = useRef<{ x: number; y: number; crop: Crop } | null>(null);

  function move(event: PointerEvent, edges: CropEdges) {
    const from = dragStart.current;
    const box = frame.current?.getBoundingClientRect();
    if (!from || !box || box.width === 0) return;
    const scale = rotated.width / box.width;
    const delta = { x: (event.clientX - from.x) * scale, y: (event.clientY - from.y) * scale };
    onCrop(dragCrop(from.crop, edges, delta, rotated, shape));
  }
  function release() {
    dragStart.current = null;
  }
  function press(event: KeyboardEvent, edges: CropEdges) {
    const arrow = arrows[event.key];
    if (!arrow) return;
    event.preventDefault();
    // Arrow keys move by 1% of the longer side; with Shift by one pixel.
    const step = event.shiftKey ? 1 : Math.max(1, Math.round(Math.max(rotated.width, rotated.height) / 100));
    onCrop(dragCrop(crop, edges, { x: arrow.x * step, y: arrow.y * step }, rotated, shape));
  }
  const share = (value: number, of: number) => `${(100 * value) / of}%`;
  return (
    <div
      className="crop-box"
      style={{
        left: share(crop.x, rotated.width),
        top: share(crop.y, rotated.height),
        width: share(crop.width, rotated.width),
        height: share(crop.height, rotated.height),
      }}
    >
      {handles.map(({ id, edges }) => (
        <button
          key={id}
          type="button"
          className={`crop-handle crop-${id}`}
          aria-label={t(`edit.handle.${id}`)}
          onKeyDown={(event) => press(event, edges)}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId);
            dragStart.current = { x: event.clientX, y: event.clientY, crop };
          }}
          onPointerMove={(event) => move(event, edges)}
          onPointerUp={release}
          onPointerCancel={release}
        />
      ))}
    </div>
  );
}
