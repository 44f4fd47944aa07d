import { type PointerEvent, startTransition, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { numberFormat } from '#base/shared/formats.ts';
import { formatCompact } from '../display/format-compact.ts';
import { useLocale } from '../layout/locale.ts';
import { niceTicks, shownLabels } from './chart-scale.ts';
import { ChartShapes } from './chart-shapes.tsx';
import { ChartTable } from './chart-table.tsx';

export type ChartPoint = { label: string; value: number /** The same moment of the time before. */; past?: number };

export type ChartProps = {
  /** What is shown, in a few words: its accessible name and the caption of its table. */
  label: string;
  kind?: 'line' | 'bar';
  points: readonly ChartPoint[];
  /** Formats a value; the axis uses a shorter format. */
  format?: (value: number) => string;
  formatAxis?: (value: number) => string;
  /** In steps of 4 px. */
  height?: number;
};

const pad = { start: 48, end: 16, top: 12, bottom: 24 };

/** One hue: the current period solid, the previous one dashed. A visually hidden table has the same data. */
export function Chart({ label, kind = 'line', points, format, formatAxis, height = 52 }: ChartProps) {
  const { t } = useTranslation('ui');
  const { locale, direction } = useLocale();
  const { frame, width } = useFrameWidth();
  const [near, setNear] = useState<number>();
  const formatValue = format ?? ((value: number) => numberFormat(locale).format(value));
  const hasPast = points.some(({ past }) => past !== undefined);
  const size = { width, height: height * 4 };
  const mirror = (x: number) => (direction === 'rtl' ? width - x : x);
  const { ticks, scale, step } = scaleOf(points, kind, size, mirror);
  const point = near === undefined ? undefined : points[near];

  function follow(event: PointerEvent<SVGSVGElement>) {
    const box = event.currentTarget.getBoundingClientRect();
    const x = mirror(((event.clientX - box.left) / box.width) * width) - pad.start;
    const index = kind === 'bar' ? Math.floor(x / step) : Math.round(x / step);
    setNear(Math.min(points.length - 1, Math.max(0, index)));
  }
  return (
    <figure className="chart-frame" ref={frame}>
      {hasPast && (
        <figcaption className="mb-2 flex justify-end gap-4" aria-hidden="true">
          <Key className="chart-line">{t('chart.now')}</Key>
          <Key className="chart-past">{t('chart.past')}</Key>
        </figcaption>
      )}
      <div className="relative" dir="ltr">
        <svg
          className="chart"
          viewBox={`0 0 ${size.width} ${size.height}`}
          role="img"
          aria-label={label}
          onPointerMove={points.length > 0 ? follow : undefined}
          onPointerLeave={() => setNear(undefined)}
        >
          <Axis ticks={ticks} y={scale.y} width={width} format={formatAxis} />
          <ChartShapes kind={kind} points={points} scale={scale} step={step} near={near} floor={scale.y(0)} />
          <PointLabels kind={kind} points={points} x={scale.x} size={size} />
        </svg>
        {point && near !== undefined && (
          <div
            className="chart-tip tip"
            dir={direction}
            style={{ left: `${(scale.x(near) / width) * 100}%`, top: `${scale.y(point.value) - 10}px` }}
          >
            {point.label}
            <b className="num">{formatValue(point.value)}</b>
            {point.past !== undefined && `${t('chart.past')}: ${formatValue(point.past)}`}
          </div>
        )}
      </div>
      <ChartTable label={label} points={points} hasPast={hasPast} formatValue={formatValue} />
    </figure>
  );
}

/** The width of the frame it is put on, as it changes. */
function useFrameWidth() {
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(640);
  useEffect(() => {
    if (!frame.current) return;
    // Its height follows from its width, so a height change is ignored.
    let lastWidth = 0;
    const observer = new ResizeObserver(([entry]) => {
      const wide = Math.max(240, Math.round(entry?.contentRect.width ?? 0));
      // Pending input is handled first.
      if (wide !== lastWidth) startTransition(() => setWidth(wide));
      lastWidth = wide;
    });
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, []);
  return { frame, width };
}

type Size = { width: number; height: number };

/** Where values and points stand in a chart of this size. */
function scaleOf(
  points: readonly ChartPoint[],
  kind: 'line' | 'bar',
  size: Size,
  mirror: (x: number) => number,
): { ticks: number[]; step: number; scale: { x: (index: number) => number; y: (value: number) => number } } {
  const areIntegers = points.every(
    ({ value, past }) => Number.isInteger(value) && (past === undefined || Number.isInteger(past)),
  );
  const ticks = niceTicks(Math.max(0, ...points.flatMap(({ value, past = 0 }) => [value, past])), 4, areIntegers);
  const top = ticks.at(-1) ?? 1;
  const inner = { width: size.width - pad.start - pad.end, height: size.height - pad.top - pad.bottom };
  const step = kind === 'bar' ? inner.width / Math.max(1, points.length) : inner.width / Math.max(1, points.length - 1);
  const scale = {
    x: (index: number) => mirror(pad.start + (kind === 'bar' ? step * (index + 0.5) : step * index)),
    y: (value: number) => pad.top + inner.height * (1 - Math.max(0, value) / top),
  };
  return { ticks, step, scale };
}

function Axis({
  ticks,
  y,
  width,
  format,
}: {
  ticks: readonly number[];
  y: (value: number) => number;
  width: number;
  format: ChartProps['formatAxis'];
}) {
  const { locale, direction } = useLocale();
  const isMirrored = direction === 'rtl';
  return ticks.map((tick) => (
    <g key={tick}>
      <line
        className="chart-grid"
        x1={pad.start}
        x2={width - pad.end}
        y1={y(tick)}
        y2={y(tick)}
        transform={isMirrored ? `translate(${pad.end - pad.start} 0)` : undefined}
      />
      <text
        x={isMirrored ? width - (pad.start - 8) : pad.start - 8}
        y={y(tick)}
        dy="0.32em"
        direction={direction}
        textAnchor="end"
      >
        {format?.(tick) ?? formatCompact(tick, locale)}
      </text>
    </g>
  ));
}

/** The labels of as many points as there is room for. */
function PointLabels({
  kind,
  points,
  x,
  size,
}: {
  kind: 'line' | 'bar';
  points: readonly ChartPoint[];
  x: (index: number) => number;
  size: Size;
}) {
  const { direction } = useLocale();
  const room = Math.floor((size.width - pad.start - pad.end) / 96);
  const shown = shownLabels(points.length, Math.max(2, room));
  return points.map(({ label }, index) =>
    shown.has(index) ? (
      <text
        key={label}
        x={x(index)}
        y={size.height - 4}
        direction={direction}
        textAnchor={anchor(kind, index, points.length)}
      >
        {label}
      </text>
    ) : null,
  );
}

/** Keeps the first and last label of a line inside the chart; where a text starts and ends follows its direction. */
function anchor(kind: 'line' | 'bar', index: number, length: number) {
  if (kind === 'bar' || (index > 0 && index < length - 1)) return 'middle';
  return index === 0 ? 'start' : 'end';
}

function Key({ className, children }: { className: string; children: string }) {
  return (
    <span className="chart-key">
      <svg width="16" height="4" aria-hidden="true">
        <line x1="1" x2="15" y1="2" y2="2" className={className} />
      </svg>
      {children}
    </span>
  );
}
