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

/** What a hidden field is filled with: a campaign's mark of the address, the page, or fixed words. */
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
  /** Of a number its bounds; of a text how many characters; of a checkbox group how many are ticked; of files how many. */
  least: number | null;
  most: number | null;
  /** Which files a field of files takes. */
  files: FileKind;
  /** Whose name the text is: it goes to the contact. */
  isName: boolean;
  /** A consent to the newsletter, as opposed to one to terms. */
  isNewsletter: boolean;
  source: (typeof hiddenSources)[number];
  value: string;
  /** Shown only where an earlier field holds this. */
  condition: { field: string; kind: (typeof conditionKinds)[number]; value: string } | null;
};

/** What a visitor gave, by field: one text, or several of a group of checkboxes; of files their names. */
export type Values = Record<string, string | string[]>;

/** The files of a sending by field, as far as rules need to know them. */
export type Chosen = Record<string, { name: string; bytes: number }[]>;

/** An answer as it is kept: with the label it stood under, and the words of what was chosen. */
export type Answer = {
  id: string;
  label: string;
  type: FieldType;
  value: string | string[];
  words?: string[];
  /** Of a field of files: where each is kept. */
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

/** What somebody writes of a form. */
export type FormDraft = Omit<Form, 'account_id' | 'id' | 'created_at' | 'updated_at'>;

/** What was written of a form, without whose it is and since when: all that a copy takes along. */
export function writtenOf(form: Form): FormDraft {
  const { name, status, fields, submit_label, small_print, thank_you, redirect, subscribes, asks_once } = form;
  return { name, status, fields, submit_label, small_print, thank_you, redirect, subscribes, asks_once };
}

/** What of a form a visitor is shown. */
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

/** The trap: a field no person sees. */
export const HONEYPOT = 'website_address';

/** Quicker than this no person fills anything in. */
export const MIN_FILL_MS = 1_200;

const listOf = (value: string | string[] | undefined): string[] =>
  (Array.isArray(value) ? value : [value ?? '']).map((part) => part.trim()).filter((part) => part !== '');

/**
 * The fields a person sees with these answers. A condition looks at an earlier field alone, and one that is hidden
 * itself holds nothing. A condition on a field that is gone hides nothing.
 */
export function visibleFields(fields: readonly FormField[], values: Values): FormField[] {
  const shown: FormField[] = [];
  const passed = new Map<string, boolean>();
  for (const field of fields) {
    const isShown = isMet(field, passed, values);
    passed.set(field.id, isShown);
    if (isShown) shown.push(field);
  }
  return shown;
}

function isMet({ condition }: FormField, passed: ReadonlyMap<string, boolean>, values: Values): boolean {
  if (!condition || !passed.has(condition.field)) return true;
  const current = passed.get(condition.field) ? listOf(values[condition.field]) : [];
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

/** Conditions that can't be what their author meant: on no field, on a later one, or for an answer there is not. */
export function brokenConditions(fields: readonly FormField[]): string[] {
  return fields.flatMap(({ id, condition }, at) => {
    if (!condition) return [];
    const source = fields.slice(0, at).find((field) => field.id === condition.field);
    if (!source) return [id];
    const chooses = source.type === 'select' || source.type === 'radio' || source.type === 'checkbox';
    const asks = condition.kind === 'is' || condition.kind === 'not';
    return chooses && asks && !source.options.some(({ value }) => value === condition.value) ? [id] : [];
  });
}

/** What is wrong with an answer: a key of `problems` in the texts, and what the sentence is given. */
export type Problem = { key: string; values?: Record<string, number> };

/** One address, with a dot in its host; what mail servers will take is for the confirmation to find out. */
const EMAIL = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.){1,10}[a-z][a-z\d-]{1,62}$/i;

/** What the answers of a form are, of the fields that are seen; and what is wrong with them, by field. */
export function checkAnswers(
  fields: readonly FormField[],
  values: Values,
  chosen: Chosen = {},
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
 * The words somebody consented to the newsletter by; null where they did not. A form with a box for it takes the
 * box; one without is a sign-up as a whole, and its small print is what was read.
 */
export function consentWords(
  fields: readonly FormField[],
  answers: readonly Answer[],
  smallPrint: string,
): string | null {
  const boxes = fields.filter(({ type, isNewsletter }) => type === 'consent' && isNewsletter);
  if (boxes.length === 0) return smallPrint;
  const ticked = boxes.find(({ id }) => answers.some((answer) => answer.id === id));
  return ticked?.label ?? null;
}

/** What may be known of somebody before: not what they agree to, and no file. */
export function knownValues(fields: readonly FormField[], stored: Record<string, unknown>): Values {
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

/** Who sent it, as the contact is called: the address, and the name where a field asks for it. */
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

/** Everything an answer says, for the search. */
export function searchWords(answers: readonly Answer[]): string {
  return answers
    .filter(({ type }) => type !== 'consent')
    .flatMap(({ value, words }) => [...(Array.isArray(value) ? value : [value]), ...(words ?? [])])
    .join(' ')
    .slice(0, 40_000);
}

/** Mailboxes that are gone in ten minutes: the best known hosts of them. */
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

/** Whether an address lies with a host of throw-away mailboxes, a sub-domain of one included. */
export function isThrowaway(address: string): boolean {
  const labels = (address.toLowerCase().split('@')[1] ?? '').split('.');
  return labels.some((_, at) => THROWAWAY.has(labels.slice(at).join('.')));
}
