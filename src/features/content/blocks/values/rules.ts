import { z } from 'zod';
import { blurOf, type PictureValue } from '#base/shared/pictures.ts';
import type { BlockDefinition, BlockDefinitions, BlockField } from '../rules.ts';
import { validStyle } from '../styles/rules.ts';

/** Default maximum length of a text field in characters. */
const MAX_LENGTHS = { text: 200, long: 4000, rich: 50_000, code: 20_000, address: 500, alt: 300 } as const;

/** Maximum length of a field in characters. */
export function maxLengthOf(field: BlockField): number {
  switch (field.kind) {
    case 'text':
    case 'long':
      return field.most ?? MAX_LENGTHS[field.kind];
    case 'rich':
    case 'code':
    case 'address':
      return MAX_LENGTHS[field.kind];
    default:
      return MAX_LENGTHS.text;
  }
}

/**
 * The schema of a field's value, with every limit; slots are lists of blocks, whose own fields define their contents.
 */
export function shapeOf(field: BlockField): z.ZodType {
  switch (field.kind) {
    case 'number':
      return z.number().min(field.least).max(field.most);
    case 'choice':
      return z.enum(field.values as [string, ...string[]]);
    case 'switch':
      return z.boolean();
    case 'look': {
      const value = z.enum(Object.keys(field.values));
      const narrower = z.union([value, z.literal('')]).optional();
      return z.union([value, z.object({ desk: narrower, tablet: narrower, phone: narrower })]).optional();
    }
    case 'picture':
      return z.object({
        src: z.string().max(MAX_LENGTHS.address),
        alt: z.string().max(MAX_LENGTHS.alt),
        width: z.number().int().min(1).max(20_000).optional(),
        height: z.number().int().min(1).max(20_000).optional(),
        blur: z.string().max(1_500).optional(),
      });
    case 'moment':
      return z.union([z.literal(''), z.iso.datetime()]);
    case 'list':
      // An item saved before a field existed is valid without it; `soundValues` fills it in.
      return z.array(shapeOfAll(field.fields).partial()).max(field.most);
    case 'slot':
      return z.array(z.object({ type: z.string().max(60), props: z.record(z.string(), z.unknown()) })).max(60);
    default:
      return z.string().max(maxLengthOf(field));
  }
}

/** The schema of a block's values: an object of its fields. */
export function shapeOfAll(fields: Record<string, BlockField>): z.ZodObject<Record<string, z.ZodType>> {
  return z.object(Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, shapeOf(field)])));
}

/** A block with invalid values, or of an unknown type. */
export type BlockProblem = { id: string; type: string; problem: 'unknown' | 'values'; field?: string };

/** The validation problems of some blocks, including those inside slots. */
export function problemsOf(
  blocks: readonly { type: string; props: Record<string, unknown> }[],
  definitions: BlockDefinitions,
): BlockProblem[] {
  return blocks.flatMap(({ type, props }): BlockProblem[] => {
    const id = String(props.id ?? '');
    const definition = definitions[type];
    if (!definition) return [{ id, type, problem: 'unknown' }];
    const parsed = shapeOfAll(definition.fields).safeParse({ ...definition.defaults, ...props });
    const own = parsed.success
      ? []
      : parsed.error.issues.map((issue) => ({
          id,
          type,
          problem: 'values' as const,
          field: issue.path.map(String).join('.'),
        }));
    const inside = Object.entries(definition.fields).flatMap(([name, field]) =>
      field.kind === 'slot' && Array.isArray(props[name]) ? problemsOf(props[name], definitions) : [],
    );
    return [...own, ...inside];
  });
}

/**
 * Values a block can be rendered with, whatever was stored: an invalid value is repaired or replaced by the block's
 * default.
 */
export function validValues(definition: BlockDefinition, props: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(definition.fields as Record<string, BlockField>).map(([name, field]) => [
      name,
      sound(field, props[name], (definition.defaults as Record<string, unknown>)[name]),
    ]),
  );
}

function sound(field: BlockField, value: unknown, otherwise: unknown): unknown {
  if (value === undefined || value === null) return otherwise;
  switch (field.kind) {
    case 'number': {
      const number = typeof value === 'string' && value.trim() === '' ? Number.NaN : Number(value);
      return Number.isFinite(number) ? Math.min(field.most, Math.max(field.least, number)) : otherwise;
    }
    case 'choice':
      return field.values.includes(String(value)) ? String(value) : otherwise;
    case 'switch':
      return value === true;
    case 'look':
      return validStyle(field, value).desk ?? otherwise;
    case 'picture':
      return soundPicture(value);
    case 'moment':
      return typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? value : '';
    case 'list':
      return Array.isArray(value) ? value.slice(0, field.most).map((item) => soundItem(field.fields, item)) : otherwise;
    case 'slot':
      return value;
    default:
      return typeof value === 'string' || typeof value === 'number'
        ? String(value).slice(0, maxLengthOf(field))
        : otherwise;
  }
}

function soundItem(fields: Record<string, BlockField>, item: unknown): Record<string, unknown> {
  const record = (typeof item === 'object' && item !== null ? item : {}) as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, sound(field, record[name], initialValueOf(field))]),
  );
}

function soundPicture(value: unknown): PictureValue {
  const record = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  const measure = (number: unknown) =>
    typeof number === 'number' && number >= 1 && number <= 20_000 ? Math.round(number) : undefined;
  return {
    src: typeof record.src === 'string' ? record.src.slice(0, MAX_LENGTHS.address) : '',
    alt: typeof record.alt === 'string' ? record.alt.slice(0, MAX_LENGTHS.alt) : '',
    width: measure(record.width),
    height: measure(record.height),
    blur: blurOf(record.blur),
  };
}

/** The initial value of a field. */
export function initialValueOf(field: BlockField): unknown {
  switch (field.kind) {
    case 'number':
      return field.least;
    case 'switch':
      return false;
    case 'choice':
      return field.values[0];
    case 'picture':
      return { src: '', alt: '' };
    case 'list':
    case 'slot':
      return [];
    default:
      return '';
  }
}

/** The lines of a text that have words. */
export function linesOf(text: string | undefined): string[] {
  return (text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}
