import { type ReactNode, useRef } from 'react';
import { renderedPicture } from '#base/shared/pictures.ts';
import { classNames } from '#ui/layout/class-names.ts';
import type { Figure } from '../../attempts/data.ts';
import { type Place, placeOf, type Region } from '../rules.ts';

/** Of the image's width to its height, until it has loaded. */
const USUAL_RATIO = 1.5;
const MAX_HEIGHT_REM = 32;

/** The place of a pointer on an element, in percent. */
function placeUnder(element: Element, { clientX, clientY }: { clientX: number; clientY: number }): Place {
  const { left, top, width, height } = element.getBoundingClientRect();
  return placeOf((100 * (clientX - left)) / width, (100 * (clientY - top)) / height);
}

/** An image with something at places of it. It has no direction: what is left in it stays left. */
export function PictureFrame({
  figure,
  ratio = USUAL_RATIO,
  onPress,
  onRatio,
  children,
}: {
  figure: Figure;
  ratio?: number | undefined;
  /** Where the image itself is pressed; who uses a keyboard has another way. */
  onPress?: ((place: Place) => void) | undefined;
  onRatio?: (ratio: number) => void;
  children: ReactNode;
}) {
  const { image, alt } = figure;
  return (
    <div
      dir="ltr"
      className="relative isolate w-full"
      style={{ aspectRatio: ratio, maxWidth: `${ratio * MAX_HEIGHT_REM}rem` }}
    >
      <img
        src={renderedPicture(image)?.src ?? image}
        alt={alt ?? ''}
        draggable={false}
        className="block size-full rounded-(--radius-box) border border-line bg-base-200"
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
          naturalHeight > 0 && onRatio?.(Math.round((1000 * naturalWidth) / naturalHeight) / 1000)
        }
      />
      {onPress && (
        <button
          type="button"
          tabIndex={-1}
          aria-hidden="true"
          className="absolute inset-0 cursor-crosshair"
          onClick={(event) => onPress(placeUnder(event.currentTarget, event))}
        />
      )}
      {children}
    </div>
  );
}

const STEPS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const LARGE_STEP = 5;

/** A point on an image that is moved by dragging or by arrow keys, by more with Shift. */
export function PlaceHandle({
  place,
  label,
  isDisabled = false,
  isSmall = false,
  onMove,
  onRemove,
  children,
}: {
  place: Place;
  label: string;
  isDisabled?: boolean;
  isSmall?: boolean;
  onMove: (place: Place) => void;
  onRemove?: (() => void) | undefined;
  children?: ReactNode;
}) {
  const isDragged = useRef(false);
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={isDisabled}
      className={classNames(
        'absolute z-10 grid -translate-1/2 cursor-move touch-none place-items-center rounded-full border-2 border-primary-content bg-primary text-xs font-semibold text-primary-content shadow-md',
        'after:absolute after:-inset-2 after:content-[""]',
        isSmall ? 'size-6' : 'size-8',
      )}
      style={{ insetInlineStart: `${place.x}%`, top: `${place.y}%` }}
      onPointerDown={(event) => {
        if (isDisabled) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        isDragged.current = true;
      }}
      onPointerMove={(event) => {
        const frame = event.currentTarget.parentElement;
        if (isDragged.current && frame) onMove(placeUnder(frame, event));
      }}
      onPointerUp={() => {
        isDragged.current = false;
      }}
      onPointerCancel={() => {
        isDragged.current = false;
      }}
      onKeyDown={(event) => {
        if (isDisabled) return;
        const [right, down] = STEPS[event.key] ?? [0, 0];
        if (event.key === 'Delete' || event.key === 'Backspace') {
          if (onRemove) handleBefore(event.currentTarget)?.focus();
          onRemove?.();
        } else if (right === 0 && down === 0) return;
        const size = event.shiftKey ? LARGE_STEP : 1;
        event.preventDefault();
        if (right !== 0 || down !== 0) onMove(placeOf(place.x + right * size, place.y + down * size));
      }}
    >
      {children}
    </button>
  );
}

/** Handles are known by their number: whichever is removed, the last one goes. It gives the focus to the one before it. */
function handleBefore({ nextElementSibling, previousElementSibling }: Element): HTMLElement | null {
  return nextElementSibling === null && previousElementSibling instanceof HTMLButtonElement
    ? previousElementSibling
    : null;
}

/** Regions drawn over an image; one of them stands out. */
export function RegionShapes({
  regions,
  ratio,
  openId,
}: {
  regions: readonly Region[];
  ratio: number;
  openId?: string | undefined;
}) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      className="pointer-events-none absolute inset-0 size-full"
    >
      {regions.map((region) => (
        <g
          key={region.id}
          className={region.id === openId ? 'fill-primary/30 stroke-primary' : 'fill-success/25 stroke-success'}
          strokeWidth={2}
        >
          <RegionShape region={region} ratio={ratio} />
        </g>
      ))}
    </svg>
  );
}

function RegionShape({ region: { shape, points }, ratio }: { region: Region; ratio: number }) {
  const [[ax, ay] = [0, 0], [bx, by] = [0, 0]] = points;
  const stroke = { vectorEffect: 'non-scaling-stroke' } as const;
  if (shape === 'rectangle')
    return (
      <rect
        {...stroke}
        x={Math.min(ax, bx)}
        y={Math.min(ay, by)}
        width={Math.abs(bx - ax)}
        height={Math.abs(by - ay)}
      />
    );
  if (shape === 'polygon') return <polygon {...stroke} points={points.map((point) => point.join(',')).join(' ')} />;
  const radius = Math.hypot(bx - ax, (by - ay) / ratio);
  return <ellipse {...stroke} cx={ax} cy={ay} rx={radius} ry={radius * ratio} />;
}
