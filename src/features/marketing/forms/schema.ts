import { z } from 'zod';
import { fileKinds } from './files/rules.ts';
import {
  conditionKinds,
  type FormField,
  fieldTypes,
  fieldWidths,
  hiddenSources,
  MAX_FIELDS,
  MAX_OPTIONS,
  MAX_TEXT,
} from './rules.ts';

const fieldId = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/);

export const formField: z.ZodType<FormField> = z.object({
  id: fieldId,
  type: z.enum(fieldTypes),
  label: z.string().trim().min(1).max(500),
  help: z.string().max(300).default(''),
  placeholder: z.string().max(120).default(''),
  isRequired: z.boolean().default(false),
  width: z.enum(fieldWidths).default('full'),
  options: z
    .array(z.object({ value: z.string().min(1).max(60), label: z.string().trim().min(1).max(120) }))
    .max(MAX_OPTIONS)
    .default([]),
  least: z.number().min(-1_000_000_000).max(1_000_000_000).nullable().default(null),
  most: z.number().min(-1_000_000_000).max(1_000_000_000).nullable().default(null),
  files: z.enum(fileKinds).default('any'),
  isName: z.boolean().default(false),
  isNewsletter: z.boolean().default(false),
  source: z.enum(hiddenSources).default('fixed'),
  value: z.string().max(MAX_TEXT).default(''),
  condition: z
    .object({ field: fieldId, kind: z.enum(conditionKinds), value: z.string().max(MAX_TEXT).default('') })
    .nullable()
    .default(null),
});

/** Parses the stored fields of a form; invalid ones are skipped so that the rest still works. */
export function fieldsOf(document: unknown): FormField[] {
  if (!Array.isArray(document)) return [];
  const ids = new Set<string>();
  return document.slice(0, MAX_FIELDS).flatMap((entry) => {
    const parsed = formField.safeParse(entry);
    if (!parsed.success || ids.has(parsed.data.id)) return [];
    ids.add(parsed.data.id);
    return [parsed.data];
  });
}

export const submissionBody = z.object({
  values: z.record(
    z.string().max(40),
    z.union([z.string().max(20_000), z.array(z.string().max(200)).max(MAX_OPTIONS)]),
  ),
  page: z.string().max(500).default(''),
  locale: z.string().max(35).default(''),
  /** Milliseconds from opening the page to submitting; null without scripts. */
  elapsed: z.number().min(0).nullable().default(null),
  trap: z.string().max(2_000).default(''),
});
export type SubmissionBody = z.infer<typeof submissionBody>;
