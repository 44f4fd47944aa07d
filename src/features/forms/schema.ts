import { z } from 'zod';

export const fieldTypes = [
  'text',
  'long',
  'email',
  'phone',
  'number',
  'date',
  'select',
  'radio',
  'checkbox',
  'country',
  'consent',
  'hidden',
] as const;
export type FieldType = (typeof fieldTypes)[number];

export const MOST_FIELDS = 60;
export const MOST_OPTIONS = 60;
export const MOST_TEXT = 500;
export const MOST_LONG_TEXT = 5_000;

/** What a hidden field is filled with: a campaign's mark of the address, the page, or fixed words. */
export const hiddenSources = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content', 'fixed'] as const;
export const conditionKinds = ['is', 'not', 'filled', 'empty'] as const;
export const fieldWidths = ['full', 'half'] as const;

const fieldId = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/);

export const formField = z.object({
  id: fieldId,
  type: z.enum(fieldTypes),
  label: z.string().trim().min(1).max(500),
  help: z.string().max(300).default(''),
  placeholder: z.string().max(120).default(''),
  isRequired: z.boolean().default(false),
  width: z.enum(fieldWidths).default('full'),
  options: z
    .array(z.object({ value: z.string().min(1).max(60), label: z.string().trim().min(1).max(120) }))
    .max(MOST_OPTIONS)
    .default([]),
  /** Of a number its bounds; of a text how many characters; of a checkbox group how many are ticked. */
  least: z.number().min(-1_000_000_000).max(1_000_000_000).nullable().default(null),
  most: z.number().min(-1_000_000_000).max(1_000_000_000).nullable().default(null),
  /** Whose name the text is: it goes to the contact. */
  isName: z.boolean().default(false),
  /** A consent to the newsletter, as opposed to one to terms. */
  isNewsletter: z.boolean().default(false),
  source: z.enum(hiddenSources).default('fixed'),
  value: z.string().max(MOST_TEXT).default(''),
  /** Shown only where an earlier field holds this. */
  condition: z
    .object({ field: fieldId, kind: z.enum(conditionKinds), value: z.string().max(MOST_TEXT).default('') })
    .nullable()
    .default(null),
});
export type FormField = z.infer<typeof formField>;

/** What a visitor gave, by field: one text, or several of a group of checkboxes. */
export type Values = Record<string, string | string[]>;

/** An answer as it is kept: with the label it stood under, and the words of what was chosen. */
export type Answer = { id: string; label: string; type: FieldType; value: string | string[]; words?: string[] };

export type Form = {
  account_id: string;
  id: string;
  name: string;
  status: 'open' | 'closed';
  fields: FormField[];
  submit_label: string;
  small_print: string;
  thank_you: string;
  redirect: string;
  subscribes: boolean;
  created_at: string;
  updated_at: string;
};

/** What of a form a visitor is shown. */
export type ShownForm = Pick<Form, 'id' | 'name' | 'fields' | 'submit_label' | 'small_print' | 'thank_you' | 'redirect'>;

export type FormRules = { tags: string[]; notifies: boolean; refuses_throwaway: boolean };

export type Submission = {
  id: string;
  form_id: string;
  contact_id: string | null;
  answers: Answer[];
  email: string;
  page: string;
  created_at: string;
};

/** The trap: a field no person sees. */
export const HONEYPOT = 'website_address';

export const submissionBody = z.object({
  values: z.record(z.string().max(40), z.union([z.string().max(20_000), z.array(z.string().max(200)).max(MOST_OPTIONS)])),
  page: z.string().max(500).default(''),
  locale: z.string().max(35).default(''),
  /** Milliseconds between the page's opening and the sending; without a script nobody measures it. */
  elapsed: z.number().min(0).nullable().default(null),
  trap: z.string().max(2_000).default(''),
});
export type SubmissionBody = z.infer<typeof submissionBody>;
