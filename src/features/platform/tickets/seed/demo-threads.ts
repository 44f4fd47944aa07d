import type { Seeding } from '#base/server/seeding.ts';
import type { Category, SiteCheck, Status } from '../schema.ts';

type SeedAccount = keyof Seeding['accounts'];

type Step = {
  by: string;
  /** Hours before now. */
  at: number;
  text: string;
  isStaff?: boolean;
  isNote?: boolean;
  next?: Status;
  assignee?: string;
};

export type Thread = {
  account: SeedAccount;
  by: string;
  at: number;
  category: Category;
  subject: string;
  text: string;
  about?: SeedAccount;
  facts?: Record<string, unknown>;
  /** The log of the video player is attached. */
  hasLog?: true;
  checks?: (now: Date) => SiteCheck[];
  steps?: Step[];
  /** The requester lets staff view the site as them. */
  allowsViewAs?: true;
};

const threeDaysBefore = (now: Date) => new Date(now.getTime() - 3 * 86_400_000).toISOString();

const certificateChecks = (now: Date): SiteCheck[] => [
  { id: 'account', state: 'ok', code: 'active', values: {} },
  { id: 'dns', state: 'ok', code: 'found', values: { host: 'academy.lumen.example', addresses: '192.0.2.17' } },
  {
    id: 'tls',
    state: 'failed',
    code: 'expired',
    values: { host: 'academy.lumen.example', date: threeDaysBefore(now) },
  },
  { id: 'quota', state: 'ok', code: 'unlimited', values: { meter: 'storage', used: 48_234_496 } },
];

/** Tickets of the demo world, oldest replies first. */
export const demoThreads: Thread[] = [
  {
    account: 'demo',
    by: 'parent@demo.test',
    at: 190,
    category: 'setup',
    subject: 'My daughter can’t see the course I paid for',
    text: 'I bought “Light and exposure” for Amara, but it shows under my own courses and not under hers.',
    steps: [
      {
        by: 'owner@demo.test',
        at: 187,
        isStaff: true,
        text: 'The order stood under your name. I moved the place to Amara’s: she finds the course under “My courses” now, and your order keeps its number.',
      },
      { by: 'parent@demo.test', at: 171, text: 'She has it. Thank you!', next: 'resolved' },
    ],
  },
  {
    account: 'demo',
    by: 'student@demo.test',
    at: 31,
    category: 'bug',
    subject: 'The film about light meters stops after two minutes',
    text: 'In “Reading a light meter” the picture freezes at 2:04, always at the same place. Sound goes on. I send what my browser wrote down.',
    facts: {
      page: '/dashboard/courses/light-and-exposure',
      browser: 'Firefox 147 on Windows',
      errors: ['MEDIA_ERR_DECODE: PTS is not monotonic'],
    },
    hasLog: true,
    steps: [
      {
        by: 'owner@demo.test',
        at: 29,
        isStaff: true,
        isNote: true,
        text: 'The second export of the film has a broken frame at 2:04. Tomás has the original and renders it anew.',
        assignee: 'owner@demo.test',
      },
      {
        by: 'owner@demo.test',
        at: 28,
        isStaff: true,
        text: 'It is the file, not your browser: we replace it tonight. Could you try again tomorrow and tell me whether it runs through?',
      },
    ],
  },
  {
    account: 'demo',
    by: 'member@demo.test',
    at: 20,
    category: 'issue',
    subject: 'Invoice without our VAT number',
    text: 'The school reimburses me only if the invoice shows its VAT number, TR 3920184471. Can it be added afterwards?',
  },
  {
    account: 'demo',
    by: 'student@demo.test',
    at: 5,
    category: 'feature',
    subject: 'Exposure tables to print',
    text: 'Could the tables of lesson three come as a page to print? I’d like to carry them in my camera bag.',
  },
  {
    account: 'platform',
    by: 'owner@demo.test',
    at: 52,
    category: 'siteDown',
    subject: 'academy.lumen.example shows a warning',
    text: 'Since this morning visitors of our own domain see a certificate warning instead of the site.',
    about: 'demo',
    allowsViewAs: true,
    checks: certificateChecks,
    steps: [
      {
        by: 'admin@stoa.test',
        at: 51.5,
        isStaff: true,
        text: 'The certificate could not be renewed because the domain’s CAA record named another authority. We renewed it by hand; please allow letsencrypt.org in that record.',
        assignee: 'admin@stoa.test',
      },
    ],
  },
  {
    account: 'platform',
    by: 'owner@atelier.test',
    at: 7,
    category: 'setup',
    subject: 'Moving students over from a spreadsheet',
    text: 'We have 214 students in a spreadsheet with names, addresses and courses. What has the file to look like?',
    about: 'atelier',
  },
];
