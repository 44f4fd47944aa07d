import {
  button,
  colours,
  drawing,
  fonts,
  linksOf,
  menuOf,
  noDrawing,
  put,
  type SiteTemplate,
  shapes,
} from '../rules.ts';

/** Coding bootcamp of sixteen weeks: monospaced titles, sharp corners, dark theme, figures. */
export const bootcampSite: SiteTemplate = {
  name: 'bootcamp',
  theme: {
    bodyStyle: 'wide',
    preset: 'plain',
    light: {
      ...shapes(fonts.jetbrains, fonts.geist, { weight: 700, track: '-0.06em', box: '0', field: '0' }),
      ...colours(['98.5% 0.003 150', '95% 0.006 150', '89% 0.01 150', '20% 0.015 160'], {
        primary: ['38% 0.085 150', '98% 0.015 150'],
        secondary: ['40% 0.1 270', '98% 0.01 270'],
        accent: ['88% 0.2 128', '22% 0.06 140'],
        neutral: ['16% 0.015 160', '96% 0.01 140'],
      }),
    },
    dark: colours(['17% 0.014 160', '14% 0.012 160', '11% 0.01 160', '94% 0.012 140'], {
      primary: ['85% 0.17 130', '20% 0.05 140'],
      secondary: ['80% 0.09 270', '20% 0.05 270'],
      accent: ['88% 0.2 128', '22% 0.06 140'],
      neutral: ['23% 0.018 160', '96% 0.01 140'],
    }),
  },
  header: { header_style: 'plain', header_fix: 'fixed', header_fontsize: 14 },
  footer: {
    footer_style: 'ink',
    footer_columns: [
      {
        title: 'stackyard',
        type: 'text',
        width: 6,
        data: 'A bootcamp in an old dairy. Sixteen weeks, twenty people, one product that runs.',
      },
      { title: 'read', type: 'links', width: 3, data: linksOf(['Syllabus', '/syllabus'], ['Money', '/pricing']) },
      { title: 'talk', type: 'links', width: 3, data: linksOf(['Apply', '/apply'], ['Log in', '/login']) },
    ],
    footer_bottom: '© stackyard',
    footer_bottom_links: [],
  },
  menu: menuOf(['Syllabus', '/syllabus'], ['Money', '/pricing'], ['Projects', '/blog'], ['Apply', '/apply']),
  pages: [
    {
      title: 'Home',
      slug: 'home',
      description: 'Sixteen weeks from your first function to a product that strangers use.',
      blocks: [
        put('Hero', {
          title: 'Ship it\nin week sixteen',
          text: 'Twenty people, one old dairy, four engineers who review every line. You leave with a product that strangers use.',
          buttons: [button('Apply for March', '/apply', 'accent'), button('Read the syllabus', '/syllabus', 'clear')],
          picture: drawing('terminal', 'Lines of code in a window'),
          layout: 'split',
          ground: 'ink',
          note: '$ next cohort: 2 March',
          noteEnd: '7 of 20 seats left',
        }),
        put('Stats', {
          title: '',
          layout: 'row',
          ground: 'accent',
          items: [
            { value: '16', text: 'weeks, full time' },
            { value: '20', text: 'people in a cohort' },
            { value: '83%', text: 'in a paid job after 180 days, counted by an auditor' },
            { value: '4,100', text: 'reviews written last year' },
          ],
        }),
        put('Features', {
          title: 'What you do all day',
          layout: 'grid',
          frame: { sheen: 'lines', desk: { columns: 4 } },
          items: [
            {
              icon: 'terminal',
              title: 'Write',
              text: 'Code before lunch, every day, from day one.',
              picture: noDrawing,
            },
            {
              icon: 'people',
              title: 'Pair',
              text: 'Afternoons at one keyboard with somebody new.',
              picture: noDrawing,
            },
            {
              icon: 'check',
              title: 'Be read',
              text: 'Each change is reviewed by an engineer who still ships.',
              picture: noDrawing,
            },
            { icon: 'target', title: 'Run it', text: 'You carry the pager for what you built.', picture: noDrawing },
          ],
        }),
        put('Accordion', {
          title: 'The sixteen weeks',
          isSingle: true,
          isOpen: true,
          ground: 'ink',
          panels: [
            {
              label: '01–04  Foundations',
              html: '<p>Types, tests, the shell, version control. You build a thing that counts trains.</p>',
            },
            {
              label: '05–08  The web',
              html: '<p>HTML that works without a script, HTTP by hand, a database you designed.</p>',
            },
            {
              label: '09–12  Systems',
              html: '<p>Queues, caches, what happens when the disk is full. You break each other’s servers.</p>',
            },
            {
              label: '13–16  The product',
              html: '<p>Four people, one idea, real users. Somebody must pay for it.</p>',
            },
          ],
        }),
        put('Compare', {
          title: 'Is it for you?',
          heads: 'Alone | University | Here',
          rows: 'Time | for ever | 3 years | 16 weeks\nSomebody reads your code | no | sometimes | every line\nTheory | some | much | what you need\nCost | €0 | your youth | €8,400',
        }),
        put('Countdown', {
          title: 'Applications close',
          text: 'After that we read, and answer everyone within a week.',
          until: '2027-02-01T22:00:00.000Z',
          done: 'This cohort is full. The next one begins in September.',
          buttons: [button('Apply for March', '/apply')],
          ground: 'soft',
        }),
        put('Faq', {
          title: 'README',
          layout: 'open',
          items: [
            { question: 'Do I need mathematics?', answer: 'Fractions, and the will to be wrong before coffee.' },
            { question: 'Which language?', answer: 'TypeScript first, SQL always, something odd in week ten.' },
            { question: 'Can I work beside it?', answer: 'No. Honestly, no.' },
          ],
        }),
      ],
    },
    {
      title: 'Syllabus',
      slug: 'syllabus',
      description: 'What happens in each of the sixteen weeks.',
      blocks: [
        put('Hero', {
          title: 'Syllabus',
          text: 'It changes after every cohort. This one is of March.',
          buttons: [],
          layout: 'plain',
          picture: noDrawing,
          frame: { sheen: 'lines' },
        }),
        put('Agenda', {
          title: '',
          frame: { desk: { above: 'none' } },
          items: [
            {
              when: 'Week 01',
              title: 'A function, a test, a commit',
              text: 'And the shell, which is quicker than your mouse.',
              who: 'Ade',
            },
            {
              when: 'Week 03',
              title: 'Types that tell the truth',
              text: 'Make the wrong thing impossible to write.',
              who: 'Ade',
            },
            { when: 'Week 05', title: 'A page without a framework', text: 'Then with one, and why.', who: 'Lin' },
            { when: 'Week 07', title: 'Tables', text: 'Keys, constraints, what a transaction is for.', who: 'Rosa' },
            { when: 'Week 10', title: 'The odd week', text: 'A language that none of you knows.', who: 'Jan' },
            { when: 'Week 13', title: 'Four people, one idea', text: 'The product begins.', who: 'all' },
          ],
        }),
      ],
    },
    {
      title: 'Money',
      slug: 'pricing',
      description: 'What it costs, and when you pay.',
      blocks: [
        put('Pricing', {
          title: 'Money',
          text: 'No share of your salary. Ever.',
          layout: 'cards',
          ground: 'soft',
          plans: [
            {
              name: 'At once',
              note: 'Before week one',
              price: '€8,400',
              per: 'once',
              points: 'Sixteen weeks\nA laptop, yours to keep',
              label: 'Apply',
              href: '/apply',
              isChosen: false,
            },
            {
              name: 'By the month',
              note: 'Most people',
              price: '€720',
              per: 'a month, twelve times',
              points: 'Sixteen weeks\nA laptop, yours to keep\nBegin to pay in week five',
              label: 'Apply',
              href: '/apply',
              isChosen: true,
            },
            {
              name: 'A grant',
              note: 'Four seats in each cohort',
              price: '€0',
              per: 'paid by those before you',
              points: 'Everything\nRent for four months',
              label: 'Apply',
              href: '/apply',
              isChosen: false,
            },
          ],
        }),
      ],
    },
    {
      title: 'Apply',
      slug: 'apply',
      description: 'How to get a seat.',
      blocks: [
        put('Steps', {
          title: 'Three evenings',
          layout: 'row',
          items: [
            { title: 'Write', text: 'One page: something you took apart, and whether it worked again.' },
            { title: 'Solve', text: 'A puzzle, at home, with every tool you like.' },
            { title: 'Talk', text: 'An hour with two of us. You ask first.' },
          ],
        }),
        put('Contact', {
          title: 'Send the page',
          text: 'To Rosa. She answers in a week, also when it is a no.',
          address: 'The Old Dairy\nUtrecht',
          mail: 'hello@example.org',
          phone: '',
          hours: '',
          ground: 'ink',
        }),
      ],
    },
  ],
};
