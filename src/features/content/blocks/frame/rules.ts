import { z } from 'zod';
import type { PictureValue } from '#base/shared/pictures.ts';

const spaces = ['none', 'small', 'middle', 'large'] as const;
const aligns = ['start', 'center', 'end'] as const;
const sizes = ['small', 'normal', 'large'] as const;

/** Values per breakpoint; a missing value is inherited from the wider one, or is the block's own. */
export type FrameAt = {
  above?: (typeof spaces)[number];
  below?: (typeof spaces)[number];
  /** Number of columns, where the block has several. */
  columns?: number;
  align?: (typeof aligns)[number];
  size?: (typeof sizes)[number];
  isHidden?: boolean;
};

export const frameWidths = ['page', 'text', 'broad', 'edge'] as const;
export const frameSheens = ['none', 'sheen', 'glow', 'dots', 'lines'] as const;
export const frameDevices = ['desk', 'tablet', 'phone'] as const;
export const frameChoices = { above: spaces, below: spaces, align: aligns, size: sizes } as const;
export const FRAME_COLUMNS = 6;
/**
 * Minimum overlay opacity in percent: text keeps a contrast of 4.5 : 1 on its background even over the worst picture.
 */
export const MIN_OVERLAY_OPACITY = 70;

/** Layout and background of a block in its page, the same for every block type. */
export type BlockFrame = {
  /** The anchor id for links. */
  anchor?: string;
  width?: (typeof frameWidths)[number];
  sheen?: (typeof frameSheens)[number];
  picture?: PictureValue;
  /** Opacity of the background over the picture, in percent: below the minimum, text is unreadable. */
  veil?: number;
} & { [Device in (typeof frameDevices)[number]]?: FrameAt };

const at = z
  .object({
    above: z.enum(spaces).optional().catch(undefined),
    below: z.enum(spaces).optional().catch(undefined),
    columns: z.number().int().min(1).max(FRAME_COLUMNS).optional().catch(undefined),
    align: z.enum(aligns).optional().catch(undefined),
    size: z.enum(sizes).optional().catch(undefined),
    isHidden: z.boolean().optional().catch(undefined),
  })
  .optional()
  .catch(undefined);

/** A URL fragment: anything but letters, digits and hyphens becomes a hyphen. */
const anchor = z
  .string()
  .max(60)
  .transform((name) =>
    name
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-+|-+$/g, ''),
  );

const frame = z
  .object({
    anchor: anchor.optional().catch(undefined),
    width: z.enum(frameWidths).optional().catch(undefined),
    sheen: z.enum(frameSheens).optional().catch(undefined),
    picture: z
      .object({ src: z.string().max(500), alt: z.string().max(300) })
      .loose()
      .optional()
      .catch(undefined),
    veil: z.number().min(MIN_OVERLAY_OPACITY).max(95).optional().catch(undefined),
    desk: at,
    tablet: at,
    phone: at,
  })
  .catch({});

/** A stored frame, validated; invalid parts are dropped. */
export function validFrame(value: unknown): BlockFrame {
  return value === undefined ? {} : (frame.parse(value) as BlockFrame);
}

/** Whether a block needs a wrapper at all. */
export function isFramed(frame: BlockFrame): boolean {
  const { anchor: name, width, sheen, picture, desk, tablet, phone } = frame;
  const isSet = (values: FrameAt | undefined) =>
    values !== undefined && Object.values(values).some((value) => value !== undefined && value !== false);
  return Boolean(
    name ||
      (width && width !== 'page') ||
      (sheen && sheen !== 'none') ||
      picture?.src ||
      isSet(desk) ||
      isSet(tablet) ||
      isSet(phone),
  );
}

const SPACE = {
  none: '0px',
  small: 'clamp(1rem,3vw,2rem)',
  middle: 'clamp(2rem,5vw,4rem)',
  large: 'clamp(4rem,9vw,8rem)',
};
const SIZE = { small: '.875', normal: '1', large: '1.15' };
const WIDTH = { page: '', text: '46rem', broad: '90rem', edge: '100%' };

/** Breakpoints in rem; 48 is the specification's mobile breakpoint of 768 px. */
export const frameMedia = {
  only: {
    desk: '(min-width:64rem)',
    tablet: '(min-width:48rem) and (max-width:63.99rem)',
    phone: '(max-width:47.99rem)',
  },
  andNarrower: { desk: '', tablet: '(max-width:63.99rem)', phone: '(max-width:47.99rem)' },
} as const;

/** The breakpoint of a window width in pixels. */
export function deviceOf(pixels: number): (typeof frameDevices)[number] {
  return pixels >= 1024 ? 'desk' : pixels >= 768 ? 'tablet' : 'phone';
}

/** The class that links a block to its rules; derived from its id, with unsafe characters replaced. */
export function frameClass(id: string): string {
  return `bk-${id.replace(/[^\w-]/g, '').slice(0, 80)}`;
}

/**
 * A block's frame as style rules for its class. Every value comes from a table above, so no author input reaches the
 * stylesheet.
 */
export function frameRules(id: string, frame: BlockFrame): string {
  const self = `.${frameClass(id)}`;
  const rules: string[] = [];
  const addRule = (media: string, body: string) => {
    if (body) rules.push(media ? `@media ${media}{${self}{${body}}}` : `${self}{${body}}`);
  };
  const width = WIDTH[frame.width ?? 'page'];
  addRule('', width ? `--page-w:${width}` : '');
  if (frame.picture?.src) addRule('', `--veil:${frame.veil ?? 82}%`);
  // Spacing, alignment and size cascade to narrower windows; columns and hiding apply to one breakpoint.
  for (const device of frameDevices) addRule(frameMedia.andNarrower[device], inherited(frame[device]));
  for (const device of frameDevices) {
    const values = frame[device];
    addRule(
      frameMedia.only[device],
      [values?.columns ? `--cols:${values.columns}` : '', values?.isHidden ? 'display:none' : '']
        .filter(Boolean)
        .join(';'),
    );
  }
  return rules.join('');
}

function inherited(values: FrameAt | undefined): string {
  if (!values) return '';
  const align =
    values.align &&
    {
      start: '--align:start;--justify:start;--auto:0',
      center: '--align:center;--justify:center;--auto:auto',
      end: '--align:end;--justify:end;--auto:auto 0',
    }[values.align];
  return [
    values.above && `--above:${SPACE[values.above]}`,
    values.below && `--below:${SPACE[values.below]}`,
    align,
    values.size && `--scale:${SIZE[values.size]}`,
  ]
    .filter(Boolean)
    .join(';');
}
