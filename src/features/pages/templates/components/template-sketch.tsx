import type { ReactNode } from 'react';
import type { WrittenBlock } from '#features/pages/rules.ts';

const WIDTH = 120;
const HEIGHT = 84;

type Drawn = { height: number; parts: ReactNode };

const bar = (x: number, y: number, width: number, look = 'sketch-line', height = 2.5) => (
  <rect key={`${x} ${y}`} className={look} x={x} y={y} width={width} height={height} rx={1} />
);

const row = (count: number, y: number, height: number, look = 'sketch-fill') => {
  const width = (104 - (count - 1) * 4) / count;
  return Array.from({ length: count }, (_, at) => bar(8 + at * (width + 4), y, width, look, height));
};

function words(x: number, y: number, width: number, hasButton = true): ReactNode[] {
  return [
    bar(x, y, width, 'sketch-ink', 4),
    bar(x, y + 6, width * 0.7, 'sketch-ink', 4),
    bar(x, y + 13, width * 0.9),
    ...(hasButton ? [bar(x, y + 19, 16, 'sketch-main', 5)] : []),
  ];
}

function opening(props: Record<string, unknown>): Drawn {
  switch (props.layout) {
    case 'behind':
      return { height: 44, parts: [bar(0, 0, WIDTH, 'sketch-dark', 42), ...words(10, 12, 50)] };
    case 'beside':
    case 'split':
      return { height: 42, parts: [...words(8, 8, 44), bar(62, 0, 58, 'sketch-fill', 40)] };
    case 'under':
      return {
        height: 48,
        parts: [bar(30, 6, 60, 'sketch-ink', 4), bar(38, 13, 44), bar(8, 20, 104, 'sketch-fill', 26)],
      };
    case 'centred':
      return {
        height: 34,
        parts: [bar(30, 8, 60, 'sketch-ink', 4), bar(38, 15, 44), bar(52, 22, 16, 'sketch-main', 5)],
      };
    default:
      return { height: 26, parts: words(8, 6, 60, false) };
  }
}

function drawn({ type, props }: WrittenBlock): Drawn {
  switch (type) {
    case 'Hero':
    case 'CourseLead':
      return opening(type === 'Hero' ? props : { layout: 'beside' });
    case 'CallToAction':
      return { height: 18, parts: [bar(0, 0, WIDTH, 'sketch-main', 16), bar(8, 6, 50, 'sketch-paper', 4)] };
    case 'Countdown':
      return {
        height: 42,
        parts: [
          bar(0, 0, WIDTH, 'sketch-dark', 40),
          bar(8, 8, 56, 'sketch-paper', 4),
          ...[8, 24, 40, 56].map((x) => bar(x, 18, 12, 'sketch-main', 10)),
        ],
      };
    case 'Quote':
      return { height: 34, parts: [bar(8, 2, 38, 'sketch-fill', 28), ...words(54, 8, 52, false)] };
    case 'LinkList':
      return {
        height: 84,
        parts: [
          <circle key="face" className="sketch-fill" cx="60" cy="16" r="9" />,
          bar(44, 29, 32, 'sketch-ink', 4),
          ...[39, 50, 61, 72].map((y) => bar(28, y, 64, 'sketch-main', 8)),
        ],
      };
    case 'Stats':
    case 'Logos':
      return {
        height: 20,
        parts: row(4, 4, type === 'Stats' ? 8 : 4, type === 'Stats' ? 'sketch-ink' : 'sketch-line'),
      };
    case 'Pricing':
      return props.layout === 'rows'
        ? lines()
        : { height: 38, parts: [bar(36, 2, 48, 'sketch-ink', 3), ...row(3, 10, 24, 'sketch-box')] };
    case 'Gallery':
    case 'CourseGrid':
    case 'ProductGrid':
    case 'PostList':
    case 'CardList':
    case 'Team':
      return { height: 34, parts: [bar(8, 2, 40, 'sketch-ink', 3), ...row(3, 9, 16), ...row(3, 27, 2, 'sketch-line')] };
    case 'Features':
    case 'Steps':
      return props.layout === 'row' || props.layout === 'grid'
        ? {
            height: 26,
            parts: [bar(8, 2, 40, 'sketch-ink', 3), ...row(3, 9, 3, 'sketch-main'), ...row(3, 15, 6, 'sketch-line')],
          }
        : lines();
    case 'Contact':
    case 'Map':
      return {
        height: 34,
        parts: [...words(8, 4, 36, false), bar(62, 2, 50, type === 'Map' ? 'sketch-fill' : 'sketch-box', 28)],
      };
    case 'Picture':
      return { height: 30, parts: [bar(0, 0, WIDTH, 'sketch-fill', 28)] };
    default:
      return lines();
  }
}

const lines = (): Drawn => ({
  height: 30,
  parts: [bar(8, 2, 44, 'sketch-ink', 3), ...[9, 15, 21].map((y) => bar(8, y, 104))],
});

/** What a page is made of, as one would draw it on a napkin. */
export function TemplateSketch({ blocks }: { blocks: readonly WrittenBlock[] }) {
  let y = 6;
  const all = blocks.map((found) => {
    const { height, parts } = drawn(found);
    const group = (
      <g key={y} transform={`translate(0 ${y})`}>
        {parts}
      </g>
    );
    y += height;
    return group;
  });
  return (
    <svg className="sketch" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      {all}
    </svg>
  );
}
