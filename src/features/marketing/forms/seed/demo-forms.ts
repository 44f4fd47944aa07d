import type { Answer } from '../rules.ts';

const newsletterFields = [
  { id: 'email', type: 'email', label: 'Your e-mail', isRequired: true, placeholder: 'you@example.org' },
];

const visitFields = [
  { id: 'name', type: 'text', label: 'Your name', isRequired: true, isName: true, width: 'half', most: 120 },
  { id: 'email', type: 'email', label: 'Your e-mail', isRequired: true, width: 'half' },
  {
    id: 'who',
    type: 'radio',
    label: 'Who is coming?',
    isRequired: true,
    options: [
      { value: 'alone', label: 'Just me' },
      { value: 'friends', label: 'A few friends' },
      { value: 'school', label: 'A school class' },
    ],
  },
  {
    id: 'pupils',
    type: 'number',
    label: 'How many pupils?',
    isRequired: true,
    width: 'half',
    least: 4,
    most: 30,
    help: 'We have tables for 30.',
    condition: { field: 'who', kind: 'is', value: 'school' },
  },
  { id: 'country', type: 'country', label: 'Where do you come from?', width: 'half' },
  { id: 'day', type: 'date', label: 'A day that would suit you', width: 'half' },
  {
    id: 'interests',
    type: 'checkbox',
    label: 'What would you like to try?',
    options: [
      { value: 'pinhole', label: 'Pinhole cameras' },
      { value: 'darkroom', label: 'Printing in the darkroom' },
      { value: 'night', label: 'The night sky' },
    ],
  },
  { id: 'words', type: 'long', label: 'Anything we should know?', most: 1000 },
  {
    id: 'picture',
    type: 'file',
    label: 'A picture you would like to talk about',
    files: 'picture',
    most: 2,
  },
  {
    id: 'letter',
    type: 'consent',
    label: 'Send me the Sunday letter. I can leave with one click.',
    isNewsletter: true,
  },
  { id: 'utm_campaign', type: 'hidden', label: 'Campaign', source: 'utm_campaign' },
];

/** Pages of the demo refer to this id. */
const VISIT_FORM = '00000000-0000-7000-8000-0000000f0001';

export type SeedForm = {
  id?: string;
  name: string;
  /** How long ago it was created. */
  days: number;
  fields: object[];
  submit: string;
  print?: string;
  thanks: string;
  asksOnce?: boolean;
  tags: string[];
};

export const newsletterForm: SeedForm = {
  name: 'Sunday letter',
  days: 60,
  fields: newsletterFields,
  submit: 'Send me the letter',
  print: 'The Sunday letter: one picture and what it teaches. You can leave with one click.',
  thanks: 'Look into your mailbox: one click there, and the next letter is yours.',
  tags: ['letter'],
};

export const visitForm: SeedForm = {
  id: VISIT_FORM,
  name: 'Visit the darkroom',
  days: 50,
  fields: visitFields,
  submit: 'Ask for a day',
  thanks: 'Thank you. Helena answers within two working days.',
  asksOnce: true,
  tags: ['workshop'],
};

export const printsForm: SeedForm = {
  name: 'رسالة المطبوعات',
  days: 30,
  fields: [{ id: 'email', type: 'email', label: 'بريدك الإلكتروني', isRequired: true }],
  submit: 'أخبروني أولًا',
  print: 'رسالة حين تخرج طبعة جديدة، مرة في الشهر تقريبًا. نقرة واحدة تنهيها.',
  thanks: 'بقيت نقرة واحدة في الرسالة التي أرسلناها الآن، ثم تصبح في القائمة.',
  tags: ['prints'],
};

/** Submissions of the form for visits; `days` ago. */
export const visitSubmissions: { email: string; days: number; answers: Answer[] }[] = [
  {
    email: 'school@riverside.test',
    days: 6,
    answers: [
      { id: 'name', type: 'text', label: 'Your name', value: 'Riverside School' },
      { id: 'email', type: 'email', label: 'Your e-mail', value: 'school@riverside.test' },
      { id: 'who', type: 'radio', label: 'Who is coming?', value: 'school', words: ['A school class'] },
      { id: 'pupils', type: 'number', label: 'How many pupils?', value: '24' },
      { id: 'country', type: 'country', label: 'Where do you come from?', value: 'IE' },
      {
        id: 'interests',
        type: 'checkbox',
        label: 'What would you like to try?',
        value: ['pinhole'],
        words: ['Pinhole cameras'],
      },
      { id: 'words', type: 'long', label: 'Anything we should know?', value: 'Two pupils use wheelchairs.' },
    ],
  },
  {
    email: 'rania.saleh@post.test',
    days: 19,
    answers: [
      { id: 'name', type: 'text', label: 'Your name', value: 'Rania Saleh' },
      { id: 'email', type: 'email', label: 'Your e-mail', value: 'rania.saleh@post.test' },
      { id: 'who', type: 'radio', label: 'Who is coming?', value: 'friends', words: ['A few friends'] },
      { id: 'country', type: 'country', label: 'Where do you come from?', value: 'EG' },
      {
        id: 'interests',
        type: 'checkbox',
        label: 'What would you like to try?',
        value: ['darkroom', 'night'],
        words: ['Printing in the darkroom', 'The night sky'],
      },
      {
        id: 'letter',
        type: 'consent',
        label: 'Send me the Sunday letter. I can leave with one click.',
        value: 'yes',
      },
    ],
  },
];
