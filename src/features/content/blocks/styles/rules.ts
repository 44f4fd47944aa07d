import { frameClass, frameDevices, frameMedia } from '../frame/rules.ts';
import type { BlockField } from '../rules.ts';

type Device = (typeof frameDevices)[number];

/**
 * Values of one responsive style; a missing value is inherited from the next wider width, the widest from the block's
 * default.
 */
export type ResponsiveStyle = { [Name in Device]?: string };
export type ResponsiveField = Extract<BlockField, { kind: 'look' }>;

/** Grid columns in these ratios: `1:2` is `1fr 2fr`. */
const sharesOf = (value: string) =>
  value
    .split(':')
    .map((share) => `minmax(0,${share}fr)`)
    .join(' ');

const styleField = (values: Record<string, string>, here?: Record<string, string>): ResponsiveField => ({
  kind: 'look',
  values,
  here,
});

/** A style of one custom property. */
const singleProperty = (property: string, values: Record<string, string>) =>
  styleField(Object.fromEntries(Object.entries(values).map(([value, css]) => [value, `--look-${property}:${css}`])));

const shares = (values: readonly string[]) =>
  styleField(
    Object.fromEntries(values.map((value) => [value, `--look-parts:${sharesOf(value)}`])),
    Object.fromEntries(values.map((value) => [value, `--look-split:${sharesOf(value)}`])),
  );

const ALONE = '--look-split:minmax(0,1fr)';
const BESIDE = '--look-split:var(--look-parts,minmax(0,1fr) minmax(0,1fr))';
const GAPS = { small: 'var(--s-4)', middle: 'var(--s-8)', large: 'var(--s-16)' };

/**
 * The responsive styles of blocks, by field. Each value is a set of custom properties; `blocks-looks.css` defines their
 * effect.
 */
export const responsiveStyles = {
  titleSize: singleProperty('title', {
    small: 'clamp(1.25rem,1.1rem + .6vw,1.5rem)',
    middle: 'clamp(1.5rem,1.3rem + .9vw,2rem)',
    large: 'clamp(2rem,1.5rem + 2.2vw,3rem)',
    huge: 'clamp(2.5rem,1.6rem + 3.8vw,4.5rem)',
  }),
  gap: singleProperty('gap', GAPS),
  ratio: singleProperty('ratio', {
    '1:1': '1',
    '3:2': '3/2',
    '4:3': '4/3',
    '16:9': '16/9',
    '4:5': '4/5',
    '2:3': '2/3',
    natural: 'auto',
  }),
  room: singleProperty('room', {
    small: '16rem;--look-middle:center',
    middle: '28rem;--look-middle:center',
    large: '40rem;--look-middle:center',
    screen: '100svh;--look-middle:center',
  }),
  // A two-column layout set for wide windows only does not apply to phones.
  side: styleField(
    {
      start: '--look-turn:-1;--look-last:2',
      end: '--look-turn:1;--look-last:2',
      above: `--look-turn:-1;--look-last:2;${ALONE}`,
      below: `--look-turn:1;--look-last:2;${ALONE}`,
    },
    { start: BESIDE, end: BESIDE, above: ALONE, below: ALONE },
  ),
  parts: shares(['1:1', '1:2', '2:1', '1:3', '3:1']),
  columnParts: shares(['1:1', '1:2', '2:1', '1:3', '3:1', '1:2:1', '2:1:1', '1:1:2']),
  flow: styleField({
    grid: '--look-flow:grid;--look-over:visible;--look-snap:none;--look-many:repeat(auto-fill,minmax(min(100%,14rem),1fr))',
    strip:
      '--look-flow:flex;--look-over:auto;--look-snap:x proximity;--look-align:start;--look-each:0 0 min(20rem,78vw)',
  }),
  buttonWidth: styleField({
    words: '--look-button:0 0 auto;--look-buttons:auto',
    whole: '--look-button:1 1 100%;--look-buttons:100%',
  }),
  markSize: singleProperty('mark', { small: '1.5rem', middle: '2.25rem', large: '3.5rem' }),
  faceSize: singleProperty('face', { small: '4.5rem', middle: '7rem', large: '11rem' }),
  figureSize: singleProperty('figure', {
    small: '2rem',
    middle: 'clamp(2rem,1.5rem + 2.2vw,3rem)',
    large: 'clamp(3rem,2rem + 4vw,5rem)',
  }),
  lineWidth: singleProperty('line', { small: '4rem', middle: '50%', whole: '100%' }),
  textColumns: styleField({
    1: '--look-columns:1;--look-prose:var(--measure)',
    2: '--look-columns:2 16rem;--look-prose:none',
    3: '--look-columns:3 14rem;--look-prose:none',
  }),
  tabs: styleField({
    tabs: '--look-tabs:flex;--look-panel:initial;--look-panel-name:none',
    open: '--look-tabs:none;--look-panel:block;--look-panel-name:block',
  }),
  order: styleField({
    written: '--look-back:0;--look-back-2:0;--look-back-3:0',
    reversed: '--look-back:-1;--look-back-2:-2;--look-back-3:-3',
  }),
  standing: singleProperty('stand', { start: 'start', center: 'center', end: 'end' }),
  height: singleProperty('high', { small: 'var(--s-8)', middle: 'var(--s-16)', large: 'var(--s-32)' }),
  width: styleField({
    text: '--look-figure-w:var(--measure)',
    page: '--look-figure-w:none;--look-wide:min(100% - 2*var(--gut,1.5rem),var(--page-w));--look-round:var(--radius-box)',
    edge: '--look-figure-w:none;--look-wide:100%;--look-round:0',
  }),
  shape: styleField({
    wide: '--look-shape:16/9;--look-tall:0',
    square: '--look-shape:4/3;--look-tall:0',
    tall: '--look-shape:auto;--look-tall:44rem',
    line: '--look-shape:auto;--look-tall:12rem',
  }),
} satisfies Record<string, ResponsiveField>;

type LookName = keyof typeof responsiveStyles;

/** The field definitions of these styles, for a block that renders no default of its own. */
export function responsiveStylesOf(...names: LookName[]): Record<string, BlockField> {
  return Object.fromEntries(names.map((name) => [name, responsiveStyles[name]]));
}

/** A style whose desktop value is rendered by the block itself, as before other widths existed. */
export function isRenderedByBlock(field: ResponsiveField): ResponsiveField {
  return { ...field, isDrawn: true };
}

/** A stored style, validated: a text is the desktop value, and so the value of every width. */
export function validStyle(field: ResponsiveField, value: unknown): ResponsiveStyle {
  const byDevice = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : { desk: value };
  return Object.fromEntries(
    frameDevices.flatMap((device) => {
      const name = byDevice[device];
      return typeof name === 'string' && Object.hasOwn(field.values, name) ? [[device, name]] : [];
    }),
  );
}

/** A block's styles that its own markup does not render, by field. */
function styledFields(
  fields: Record<string, BlockField>,
  props: Record<string, unknown>,
): [ResponsiveField, ResponsiveStyle][] {
  return Object.entries(fields).flatMap(([name, field]): [ResponsiveField, ResponsiveStyle][] => {
    if (field.kind !== 'look' || props[name] === undefined) return [];
    const { desk, ...narrower } = validStyle(field, props[name]);
    const style: ResponsiveStyle = field.isDrawn ? narrower : { desk, ...narrower };
    return Object.values(style).some((value) => value !== undefined) ? [[field, style]] : [];
  });
}

/** Whether any width has a style that needs a rule. */
export function hasResponsiveStyles(fields: Record<string, BlockField>, props: Record<string, unknown>): boolean {
  return styledFields(fields, props).length > 0;
}

/** A block's responsive styles as rules for its class: built from the tables above, without any author input. */
export function responsiveCss(id: string, fields: Record<string, BlockField>, props: Record<string, unknown>): string {
  const styles = styledFields(fields, props);
  const rule = (media: string, pick: (field: ResponsiveField, value: string) => string | undefined, device: Device) => {
    const body = styles
      .flatMap(([field, values]) => {
        const value = values[device];
        return (value && pick(field, value)) || [];
      })
      .join(';');
    if (!body) return '';
    const own = `.${frameClass(id)}{${body}}`;
    return media ? `@media ${media}{${own}}` : own;
  };
  return [
    ...frameDevices.map((device) =>
      rule(frameMedia.andNarrower[device], (field, value) => field.values[value], device),
    ),
    ...frameDevices.map((device) => rule(frameMedia.only[device], (field, value) => field.here?.[value], device)),
  ].join('');
}
