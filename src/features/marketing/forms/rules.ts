import { isCountry } from '#base/shared/countries.ts';
import { type FileKind, fileProblem } from './files/rules.ts';

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
  'file',
  'hidden',
] as const;
export type FieldType = (typeof fieldTypes)[number];

export const MAX_FIELDS = 60;
export const MAX_OPTIONS = 60;
export const MAX_TEXT = 500;
export const MAX_LONG_TEXT = 5_000;

/** What fills a hidden field: a UTM parameter of the URL or a fixed text. */
export const hiddenSources = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content', 'fixed'] as const;
export const conditionKinds = ['is', 'not', 'filled', 'empty'] as const;
export const fieldWidths = ['full', 'half'] as const;

export type FormField = {
  id: string;
  type: FieldType;
  label: string;
  help: string;
  placeholder: string;
  isRequired: boolean;
  width: (typeof fieldWidths)[number];
  options: { value: string; label: string }[];
  /** Bounds: the value of a number, characters of a text, ticked boxes of a checkbox group, number of files. */
  least: number | null;
  most: number | null;
  /** Kind of files a file field accepts. */
  files: FileKind;
  /** The text is the sender's name and is stored with the contact. */
  isName: boolean;
  /** Consent to the newsletter, as opposed to terms. */
  isNewsletter: boolean;
  source: (typeof hiddenSources)[number];
  value: string;
  /** Condition: shown only while an earlier field has this value. */
  condition: { field: string; kind: (typeof conditionKinds)[number]; value: string } | null;
};

/** Submitted values by field id: one text, or several for a checkbox group; file names for a file field. */
export type Values = Record<string, string | string[]>;

/** Selected files by field id, as far as validation needs them. */
export type SelectedFiles = Record<string, { name: string; bytes: number }[]>;

/** An answer as stored: with the field's label at that time and the labels of the selected options. */
export type Answer = {
  id: string;
  label: string;
  type: FieldType;
  value: string | string[];
  words?: string[];
  /** Of a file field: the stored files. */
  files?: { id: string; name: string; bytes: number }[];
};

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
  asks_once: boolean;
  created_at: string;
  updated_at: string;
};

/** The editable properties of a form. */
export type FormDraft = Omit<Form, 'account_id' | 'id' | 'created_at' | 'updated_at'>;

/** The editable properties without owner and timestamps: what duplicating a form copies. */
export function editableOf(form: Form): FormDraft {
  const { name, status, fields, submit_label, small_print, thank_you, redirect, subscribes, asks_once } = form;
  return { name, status, fields, submit_label, small_print, thank_you, redirect, subscribes, asks_once };
}

/** The public properties of a form. */
export type ShownForm = Pick<
  Form,
  'id' | 'name' | 'fields' | 'submit_label' | 'small_print' | 'thank_you' | 'redirect' | 'asks_once'
>;

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

/** Honeypot: a field no person sees. */
export const HONEYPOT = 'website_address';

/** Submissions faster than this are rejected as automated. */
export const MIN_FILL_MS = 1_200;

const listOf = (value: string | string[] | undefined): string[] =>
  (Array.isArray(value) ? value : [value ?? '']).map((part) => part.trim()).filter((part) => part !== '');

/**
 * The fields visible with these values. A condition refers to an earlier field; a hidden field counts as empty. A
 * condition on a removed field is ignored.
 */
export function visibleFields(fields: readonly FormField[], values: Values): FormField[] {
  const visible: FormField[] = [];
  const visibility = new Map<string, boolean>();
  for (const field of fields) {
    const isShown = isMet(field, visibility, values);
    visibility.set(field.id, isShown);
    if (isShown) visible.push(field);
  }
  return visible;
}

function isMet({ condition }: FormField, visibility: ReadonlyMap<string, boolean>, values: Values): boolean {
  if (!condition || !visibility.has(condition.field)) return true;
  const current = visibility.get(condition.field) ? listOf(values[condition.field]) : [];
  switch (condition.kind) {
    case 'filled':
      return current.length > 0;
    case 'empty':
      return current.length === 0;
    case 'is':
      return current.includes(condition.value);
    case 'not':
      return !current.includes(condition.value);
  }
}

/** Invalid conditions: on a missing or later field, or for an option that does not exist. */
export function brokenConditions(fields: readonly FormField[]): string[] {
  return fields.flatMap(({ id, condition }, at) => {
    if (!condition) return [];
    const source = fields.slice(0, at).find((field) => field.id === condition.field);
    if (!source) return [id];
    const chooses = source.type === 'select' || source.type === 'radio' || source.type === 'checkbox';
    const needsValue = condition.kind === 'is' || condition.kind === 'not';
    return chooses && needsValue && !source.options.some(({ value }) => value === condition.value) ? [id] : [];
  });
}

/** A validation error: a key of `problems` in the texts, and its values. */
export type Problem = { key: string; values?: Record<string, number> };

/** One e-mail address with a dot in its host; whether it receives mail is proved by the confirmation. */
const EMAIL = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.){1,10}[a-z][a-z\d-]{1,62}$/i;

/** Validates the values of the visible fields; returns the answers and the errors by field id. */
export function checkAnswers(
  fields: readonly FormField[],
  values: Values,
  chosen: SelectedFiles = {},
): { answers: Answer[]; problems: Record<string, Problem> } {
  const answers: Answer[] = [];
  const problems: Record<string, Problem> = {};
  for (const field of visibleFields(fields, values)) {
    const files = chosen[field.id] ?? [];
    const input = field.type === 'file' ? files.map(({ name }) => name) : listOf(values[field.id]);
    const problem = problemOf(field, input) ?? (field.type === 'file' ? fileProblem(field, files) : null);
    if (problem) problems[field.id] = problem;
    else if (input.length > 0) answers.push(answerOf(field, input));
  }
  return { answers, problems };
}

function answerOf({ id, label, type, options }: FormField, input: string[]): Answer {
  const chosen = input.map((value) => options.find((option) => option.value === value)?.label ?? value);
  const hasWords = type === 'select' || type === 'radio' || type === 'checkbox';
  return {
    id,
    label,
    type,
    value: type === 'checkbox' || type === 'file' ? input : (input[0] ?? ''),
    ...(hasWords ? { words: chosen } : {}),
  };
}

function problemOf(field: FormField, input: string[]): Problem | null {
  const [first = ''] = input;
  if (input.length === 0) {
    if (!field.isRequired) return null;
    return { key: field.type === 'consent' ? 'consent' : 'required' };
  }
  switch (field.type) {
    case 'email':
      return EMAIL.test(first) && first.length <= 320 ? null : { key: 'email' };
    case 'phone':
      return /^\+?[\d\s()./-]{5,30}$/.test(first) && first.replace(/\D/g, '').length >= 5 ? null : { key: 'phone' };
    case 'number':
      return numberProblem(field, first);
    case 'date':
      return isDay(first) ? null : { key: 'date' };
    case 'country':
      return isCountry(first) ? null : { key: 'choice' };
    case 'select':
    case 'radio':
      return field.options.some(({ value }) => value === first) ? null : { key: 'choice' };
    case 'checkbox':
      return checkboxProblem(field, input);
    case 'consent':
      return first === 'yes' ? null : { key: 'choice' };
    case 'file':
      return null;
    default:
      return textProblem(field, first);
  }
}

function numberProblem({ least: min, most: max }: FormField, text: string): Problem | null {
  if (!/^-?\d{1,12}([.,]\d{1,6})?$/.test(text)) return { key: 'number' };
  const sum = Number(text.replace(',', '.'));
  if (min !== null && sum < min) return { key: 'least', values: { least: min } };
  if (max !== null && sum > max) return { key: 'most', values: { most: max } };
  return null;
}

function checkboxProblem({ options, least: min, most: max }: FormField, input: string[]): Problem | null {
  const isKnown = input.every((value) => options.some((option) => option.value === value));
  if (!isKnown || new Set(input).size !== input.length) return { key: 'choice' };
  if (min !== null && input.length < min) return { key: 'fewest', values: { count: min } };
  if (max !== null && input.length > max) return { key: 'mostChosen', values: { count: max } };
  return null;
}

function textProblem(field: FormField, text: string): Problem | null {
  const ceiling = field.type === 'long' ? MAX_LONG_TEXT : MAX_TEXT;
  const max = Math.min(field.most ?? ceiling, ceiling);
  if (text.length > max) return { key: 'long', values: { count: max } };
  if (field.least !== null && text.length < field.least) return { key: 'short', values: { count: field.least } };
  return null;
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/**
 * The text by which the sender consented to the newsletter; null without consent. A form with a consent box uses the
 * box; a form without one is a sign-up itself, and its small print is the text.
 */
export function consentWords(
  fields: readonly FormField[],
  answers: readonly Answer[],
  smallPrint: string,
): string | null {
  const consentFields = fields.filter(({ type, isNewsletter }) => type === 'consent' && isNewsletter);
  if (consentFields.length === 0) return smallPrint;
  const ticked = consentFields.find(({ id }) => answers.some((answer) => answer.id === id));
  return ticked?.label ?? null;
}

/** Earlier answers that may be prefilled: no consents, hidden fields or files. */
export function prefillValues(fields: readonly FormField[], stored: Record<string, unknown>): Values {
  const values: Values = {};
  for (const field of fields) {
    const value = stored[field.id];
    const isText =
      typeof value === 'string' || (Array.isArray(value) && value.every((item) => typeof item === 'string'));
    if (!isText || field.type === 'consent' || field.type === 'hidden' || field.type === 'file') continue;
    const input = listOf(value);
    if (input.length > 0 && problemOf(field, input) === null)
      values[field.id] = field.type === 'checkbox' ? input : (input[0] ?? '');
  }
  return values;
}

/** The sender: the e-mail address, and the name where a field asks for it. */
export function senderOf(fields: readonly FormField[], answers: readonly Answer[]): { email: string; name: string } {
  const textOf = (matches: (field: FormField) => boolean) => {
    const value = answers.find(({ id }) => fields.some((field) => field.id === id && matches(field)))?.value;
    return typeof value === 'string' ? value : '';
  };
  return {
    email: textOf(({ type }) => type === 'email'),
    name: textOf(({ isName, type }) => isName && type === 'text'),
  };
}

/** The searchable text of a submission's answers. */
export function searchWords(answers: readonly Answer[]): string {
  return answers
    .filter(({ type }) => type !== 'consent')
    .flatMap(({ value, words }) => [...(Array.isArray(value) ? value : [value]), ...(words ?? [])])
    .join(' ')
    .slice(0, 40_000);
}

/** Well-known hosts of disposable mailboxes. */
const THROWAWAY = new Set(
  (
    '10minutemail.com 20minutemail.com 33mail.com anonbox.net burnermail.io discard.email dispostable.com emailondeck.com ' +
    'fakeinbox.com getairmail.com getnada.com grr.la guerrillamail.com guerrillamail.info guerrillamail.net guerrillamail.org ' +
    'inboxkitten.com mailcatch.com maildrop.cc mailinator.com mailnesia.com mailnull.com mailsac.com minuteinbox.com ' +
    'mintemail.com moakt.com mohmal.com mytemp.email nada.email sharklasers.com spam4.me spamgourmet.com temp-mail.io ' +
    'temp-mail.org tempail.com tempmail.dev tempmailo.com tempr.email throwawaymail.com trashmail.com trashmail.de ' +
    'trashmail.net wegwerfmail.de yopmail.com yopmail.fr yopmail.net'
  ).split(' '),
);

/** Whether an address belongs to a disposable mailbox host or a subdomain of one. */
export function isThrowaway(address: string): boolean {
  const labels = (address.toLowerCase().split('@')[1] ?? '').split('.');
  return labels.some((_, at) => THROWAWAY.has(labels.slice(at).join('.')));
}
