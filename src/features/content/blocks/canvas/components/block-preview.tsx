import type { ReactNode } from 'react';
import type { WrittenBlock } from '../../document/rules.ts';

/** Width of a preview in SVG units. */
export const SKETCH_WIDTH = 120;

type Sketch = { height: number; parts: ReactNode };

const bar = (x: number, y: number, width: number, look = 'sketch-line', height = 2.5) => (
  <rect key={`${x} ${y}`} className={look} x={x} y={y} width={width} height={height} rx={1} />
);

const row = (count: number, y: number, height: number, look = 'sketch-fill') => {
  const width = (104 - (count - 1) * 4) / count;
  return Array.from({ length: count }, (_, at) => bar(8 + at * (width + 4), y, width, look, height));
};

function textLines(x: number, y: number, width: number, hasButton = true): ReactNode[] {
  return [
    bar(x, y, width, 'sketch-ink', 4),
    bar(x, y + 6, width * 0.7, 'sketch-ink', 4),
    bar(x, y + 13, width * 0.9),
    ...(hasButton ? [bar(x, y + 19, 16, 'sketch-main', 5)] : []),
  ];
}

function opening(props: Record<string, unknown>): Sketch {
  switch (props.layout) {
    case 'behind':
      return { height: 44, parts: [bar(0, 0, SKETCH_WIDTH, 'sketch-dark', 42), ...textLines(10, 12, 50)] };
    case 'beside':
    case 'split':
      return { height: 42, parts: [...textLines(8, 8, 44), bar(62, 0, 58, 'sketch-fill', 40)] };
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
      return { height: 26, parts: textLines(8, 6, 60, false) };
  }
}

const lines = (): Sketch => ({
  height: 30,
  parts: [bar(8, 2, 44, 'sketch-ink', 3), ...[9, 15, 21].map((y) => bar(8, y, 104))],
});

type DrawSketch = (block: WrittenBlock) => Sketch;

const fourInARow: DrawSketch = ({ type }) => ({
  height: 20,
  parts: row(4, 4, type === 'Stats' ? 8 : 4, type === 'Stats' ? 'sketch-ink' : 'sketch-line'),
});

const threePictures: DrawSketch = () => ({
  height: 34,
  parts: [bar(8, 2, 40, 'sketch-ink', 3), ...row(3, 9, 16), ...row(3, 27, 2, 'sketch-line')],
});

const threeTexts: DrawSketch = ({ props }) =>
  props.layout === 'row' || props.layout === 'grid'
    ? {
        height: 26,
        parts: [bar(8, 2, 40, 'sketch-ink', 3), ...row(3, 9, 3, 'sketch-main'), ...row(3, 15, 6, 'sketch-line')],
      }
    : lines();

const textBeside: DrawSketch = ({ type }) => ({
  height: 34,
  parts: [...textLines(8, 4, 36, false), bar(62, 2, 50, type === 'Map' ? 'sketch-fill' : 'sketch-box', 28)],
});

const questions: DrawSketch = () => ({
  height: 40,
  parts: [2, 14, 26].flatMap((y) => [
    bar(8, y, 70, 'sketch-ink', 4),
    bar(106, y, 6, 'sketch-main', 4),
    bar(8, y + 8, 104, 'sketch-line', 1),
  ]),
});

const faces: DrawSketch = () => ({
  height: 32,
  parts: [24, 60, 96].flatMap((x) => [
    <circle key={x} className="sketch-fill" cx={x} cy={12} r={10} />,
    bar(x - 12, 25, 24, 'sketch-ink', 3),
  ]),
});

const player: DrawSketch = ({ type }) => ({
  height: 44,
  parts: [
    type === 'Audio' ? bar(8, 14, 104, 'sketch-fill', 16) : bar(8, 0, 104, 'sketch-fill', 42),
    <path key="play" className="sketch-main" d={type === 'Audio' ? 'M16 17v10l9-5z' : 'M53 12v18l16-9z'} />,
  ],
});

const section: DrawSketch = () => ({
  height: 44,
  parts: [bar(0, 0, SKETCH_WIDTH, 'sketch-fill', 42), bar(8, 6, 50, 'sketch-ink', 4), ...row(2, 16, 20, 'sketch-box')],
});

const form: DrawSketch = ({ type }) => ({
  height: 40,
  parts:
    type === 'Form'
      ? [bar(8, 2, 104, 'sketch-box', 9), bar(8, 15, 104, 'sketch-box', 9), bar(8, 29, 36, 'sketch-main', 9)]
      : [bar(20, 6, 80, 'sketch-ink', 4), bar(8, 18, 72, 'sketch-box', 11), bar(84, 18, 28, 'sketch-main', 11)],
});

const sketches: Record<string, DrawSketch> = {
  Hero: ({ props }) => opening(props),
  CourseLead: () => opening({ layout: 'beside' }),
  CallToAction: () => ({
    height: 18,
    parts: [bar(0, 0, SKETCH_WIDTH, 'sketch-main', 16), bar(8, 6, 50, 'sketch-paper', 4)],
  }),
  Countdown: () => ({
    height: 42,
    parts: [
      bar(0, 0, SKETCH_WIDTH, 'sketch-dark', 40),
      bar(8, 8, 56, 'sketch-paper', 4),
      ...[8, 24, 40, 56].map((x) => bar(x, 18, 12, 'sketch-main', 10)),
    ],
  }),
  Quote: () => ({ height: 34, parts: [bar(8, 2, 38, 'sketch-fill', 28), ...textLines(54, 8, 52, false)] }),
  LinkList: () => ({
    height: 84,
    parts: [
      <circle key="face" className="sketch-fill" cx="60" cy="16" r="9" />,
      bar(44, 29, 32, 'sketch-ink', 4),
      ...[39, 50, 61, 72].map((y) => bar(28, y, 64, 'sketch-main', 8)),
    ],
  }),
  Stats: fourInARow,
  Logos: fourInARow,
  Pricing: ({ props }) =>
    props.layout === 'rows'
      ? lines()
      : { height: 38, parts: [bar(36, 2, 48, 'sketch-ink', 3), ...row(3, 10, 24, 'sketch-box')] },
  Gallery: threePictures,
  CourseGrid: threePictures,
  ProductGrid: threePictures,
  PostList: threePictures,
  CardList: threePictures,
  Team: threePictures,
  Features: threeTexts,
  Steps: threeTexts,
  Contact: textBeside,
  Map: textBeside,
  Picture: () => ({ height: 30, parts: [bar(0, 0, SKETCH_WIDTH, 'sketch-fill', 28)] }),
  RichText: () => ({ height: 30, parts: [bar(8, 2, 60, 'sketch-ink', 4), ...[11, 16, 21].map((y) => bar(8, y, 104))] }),
  Card: () => ({
    height: 40,
    parts: [bar(38, 0, 44, 'sketch-fill', 22), bar(38, 26, 30, 'sketch-ink', 4), bar(38, 33, 44)],
  }),
  ButtonGroup: () => ({ height: 16, parts: [bar(18, 2, 40, 'sketch-main', 10), bar(62, 2, 40, 'sketch-box', 10)] }),
  Anchors: () => ({ height: 12, parts: [...row(4, 2, 3, 'sketch-ink'), bar(8, 8, 23, 'sketch-main', 2)] }),
  Tabs: () => ({
    height: 34,
    parts: [...row(4, 2, 4, 'sketch-ink'), bar(8, 9, 23, 'sketch-main', 2), ...[17, 22, 27].map((y) => bar(8, y, 104))],
  }),
  Faq: questions,
  Accordion: questions,
  Agenda: () => ({
    height: 40,
    parts: [2, 14, 26].flatMap((y) => [
      bar(8, y, 16, 'sketch-main', 5),
      bar(32, y, 60, 'sketch-ink', 4),
      bar(32, y + 6, 76),
    ]),
  }),
  Compare: () => ({
    height: 40,
    parts: [2, 12, 22, 32].flatMap((y) => [
      bar(8, y, 36, 'sketch-ink', 3),
      ...[60, 80, 100].map((x) => bar(x, y, 8, 'sketch-main', 4)),
    ]),
  }),
  Testimonials: () => ({
    height: 36,
    parts: row(2, 2, 30, 'sketch-box').concat(bar(14, 8, 34), bar(14, 14, 28), bar(72, 8, 34), bar(72, 14, 28)),
  }),
  MembershipPlans: () => ({
    height: 34,
    parts: [...row(3, 2, 30, 'sketch-box'), ...[14, 50, 86].map((x) => bar(x, 8, 20, 'sketch-ink', 4))],
  }),
  InstructorList: faces,
  GroupList: faces,
  CourseOutline: () => ({
    height: 40,
    parts: [
      bar(8, 2, 50, 'sketch-ink', 4),
      ...[11, 21, 31].flatMap((y) => [bar(8, y, 6, 'sketch-main', 5), bar(20, y + 1, 88)]),
    ],
  }),
  Video: player,
  Audio: player,
  Embed: player,
  Section: section,
  SharedSection: section,
  Columns: () => ({ height: 42, parts: row(2, 0, 40, 'sketch-box') }),
  Grid: () => ({ height: 42, parts: [...row(3, 0, 18, 'sketch-box'), ...row(3, 22, 18, 'sketch-box')] }),
  Spacer: () => ({ height: 34, parts: [bar(8, 2, 104), bar(58, 8, 4, 'sketch-main', 16), bar(8, 29, 104)] }),
  Divider: () => ({ height: 20, parts: [bar(8, 9, 104, 'sketch-ink', 2)] }),
  Html: () => ({
    height: 34,
    parts: [<path key="code" className="sketch-code" d="M44 6 30 17l14 11M76 6l14 11-14 11M66 4 54 30" />],
  }),
  Form: form,
  Newsletter: form,
};

/** Schematic preview of a block. */
export function sketchOf(block: WrittenBlock): Sketch {
  const draw = Object.hasOwn(sketches, block.type) ? sketches[block.type] : undefined;
  return draw ? draw(block) : lines();
}

/** Preview of a single block, as the block library shows it. */
export function BlockSketch({ type, props }: WrittenBlock) {
  const { height, parts } = sketchOf({ type, props });
  return (
    <svg className="sketch" viewBox={`0 -2 ${SKETCH_WIDTH} ${height + 2}`} aria-hidden="true">
      {parts}
    </svg>
  );
}
