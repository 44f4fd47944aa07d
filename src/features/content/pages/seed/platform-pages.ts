import { put, type SeedPage } from './block-writing.ts';
import { platformHome } from './platform-home.ts';
import { platformTelling } from './platform-telling.ts';

const plan = (name: string, note: string, price: string, per: string, points: string[], rest: object = {}) => ({
  name,
  note,
  price,
  per,
  yearPrice: '',
  yearPer: '',
  points: points.join('\n'),
  label: 'Begin a site',
  href: '/signup',
  isChosen: false,
  ...rest,
});

/** Pages of the platform's own site: product, audiences and prices (specification, section 9: the plans). */
export const platformPages: SeedPage[] = [
  platformHome,
  ...platformTelling,
  {
    slug: 'pricing',
    title: 'Pricing',
    description: 'Starter, Professional, Dedicated and Lifetime: by the month, by the year, or once.',
    blocks: [
      put('Pricing', {
        title: 'Prices, said plainly',
        text: 'Thirty days of Starter are free. A year costs about ten months, and we take no share of what you sell.',
        layout: 'cards',
        ground: 'soft',
        plans: [
          plan(
            'Starter',
            'For one school, its courses and its members',
            '$29',
            'a month',
            ['10,000 members', '10,000 e-mails a month', '1 GB of files'],
            { yearPrice: '$299', yearPer: 'a year', label: 'Try it for 30 days' },
          ),
          plan(
            'Professional',
            'For an academy with instructors',
            '$99',
            'a month',
            ['100,000 members', '100,000 e-mails a month'],
            { yearPrice: '$999', yearPer: 'a year', isChosen: true },
          ),
          plan('Dedicated', 'For a machine of your own', '$49', 'a month', ['What your machine holds'], {
            yearPrice: '$499',
            yearPer: 'a year',
          }),
        ],
      }),
      put('Pricing', {
        title: 'Or pay once',
        text: '',
        layout: 'cards',
        ground: 'paper',
        plans: [
          plan('Lifetime', 'Small, and yours for good', '$19', 'once', [
            '10 courses',
            '5,000 active users',
            '5,000 e-mails a month',
            '512 MB of files',
          ]),
        ],
      }),
      put('Compare', {
        title: 'Side by side',
        text: '',
        heads: 'Starter | Professional | Dedicated | Lifetime',
        rows: [
          'Courses | no cap | no cap | no cap | 10',
          'Members | 10,000 | 100,000 | as many as fit | 5,000 active',
          'E-mails a month | 10,000 | 100,000 | as many as you send | 5,000',
          'Files | 1 GB | no cap | as many as fit | 512 MB',
        ].join('\n'),
        ground: 'soft',
      }),
      put('Faq', {
        title: 'About paying',
        layout: 'folded',
        ground: 'paper',
        items: [
          {
            question: 'What counts as a member?',
            answer: 'Anyone with an account on your site. Visitors do not count.',
          },
          { question: 'Do you take a share of my sales?', answer: 'No.' },
          {
            question: 'What happens when I reach a limit?',
            answer: 'We tell you at 80 in a hundred and again when it is full. Nothing is deleted.',
          },
          {
            question: 'Can I stop?',
            answer: 'At the end of any month or year you paid for. Your site stays until then.',
          },
          {
            question: 'Does a plan end by itself?',
            answer:
              'Starter is billed for at most 48 months or four years, Professional for at most 24 months or two years. Before that we ask you how to go on.',
          },
        ],
      }),
    ],
  },
  {
    slug: 'about',
    title: 'About',
    description: 'Who makes this, and why.',
    blocks: [
      put('RichText', {
        title: 'About',
        ground: 'paper',
        html: '<p>In Athens the stoa was a covered walk where one could teach without owning a building: a roof, columns, and room for whoever came by. That is what this is meant to be.</p><p>We think people who teach should own their address, their list of students and their work. So a site here runs on your own server if you want that, and is kept apart from its neighbours by the database itself.</p>',
      }),
    ],
  },
  {
    slug: 'privacy',
    title: 'Privacy',
    description: 'What this site keeps of a visit, and what it does not.',
    blocks: [
      put('RichText', {
        title: 'Privacy',
        ground: 'paper',
        html: '<p>To read these pages you give us nothing. One cookie remembers what you answered about cookies, for 180 days; another your language, if you chose one.</p><p>If you sign in, a cookie of this address keeps you signed in. Your e-mail address is used to reach you and is shown to nobody who has no right to it.</p><p>No other server is asked for anything before you agree to it. You can change your answer at any time: “Cookies”, at the end of every page.</p>',
      }),
    ],
  },
  {
    slug: '404',
    title: 'Nothing stands here',
    description: 'An address that leads nowhere.',
    blocks: [
      put('Hero', {
        picture: { src: '', alt: '' },
        layout: 'plain',
        note: '',
        noteEnd: '',
        title: 'Nothing stands here',
        text: 'The page was moved, or never built. The rest of the house is where it was.',
        buttons: [
          { label: 'Go home', href: '/', look: 'primary' },
          { label: 'Search', href: '/search', look: 'line' },
        ],
        ground: 'soft',
      }),
    ],
  },
];
