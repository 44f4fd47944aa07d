import { classNames } from '../layout/class-names.ts';

type ChartShapesProps = {
  kind: 'line' | 'bar';
  points: readonly { label: string; value: number; past?: number }[];
  scale: { x: (index: number) => number; y: (value: number) => number };
  /** Width per point, in units of the view box. */
  step: number;
  /** Index of the hovered point. */
  near: number | undefined;
  floor: number;
};

function pathOf(points: readonly [number, number][]): string {
  return points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
}

/** Lines with a filled area, or bars of which the last is now. */
export function ChartShapes({ kind, points, scale, step, near, floor }: ChartShapesProps) {
  if (kind === 'bar') return <Bars points={points} scale={scale} step={step} near={near} floor={floor} />;
  const present = points.map(({ value }, index): [number, number] => [scale.x(index), scale.y(value)]);
  const past = points.flatMap(({ past: value }, index): [number, number][] =>
    value === undefined ? [] : [[scale.x(index), scale.y(value)]],
  );
  const [first] = present;
  const last = present.at(-1);
  const focus = near === undefined ? undefined : present[near];
  return (
    <>
      {first && last && (
        <path
          className="chart-area"
          d={`${pathOf(present)}L${last[0].toFixed(1)} ${floor}L${first[0].toFixed(1)} ${floor}Z`}
        />
      )}
      {past.length > 1 && <path className="chart-past" d={pathOf(past)} />}
      <path className="chart-line" d={pathOf(present)} />
      {focus && (
        <>
          <line className="chart-grid" x1={focus[0]} x2={focus[0]} y1={scale.y(0)} y2={0} />
          <circle
            cx={focus[0]}
            cy={focus[1]}
            r="4"
            fill="var(--color-primary)"
            stroke="var(--color-base-100)"
            strokeWidth="2"
          />
        </>
      )}
    </>
  );
}

function Bars({ points, scale, step, near, floor }: Omit<ChartShapesProps, 'kind'>) {
  const width = Math.min(28, step * 0.62);
  return points.map((point, index) => {
    const top = scale.y(point.value);
    const [x, past] = [scale.x(index), point.past];
    return (
      <g key={point.label}>
        <rect
          className={classNames(
            'chart-bar',
            (near === undefined ? index === points.length - 1 : index === near) && 'is-now',
          )}
          x={x - width / 2}
          y={top}
          width={width}
          height={Math.max(point.value > 0 ? 1 : 0, floor - top)}
          rx={Math.min(3, width / 2)}
        />
        {past !== undefined && past > 0 && (
          <line
            className="chart-past"
            x1={x - width / 2 - 2}
            x2={x + width / 2 + 2}
            y1={scale.y(past)}
            y2={scale.y(past)}
          />
        )}
      </g>
    );
  });
}
