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

/** School of several subjects: split hero, mosaic of courses, statistics and testimonials. */
export const academySite: SiteTemplate = {
  name: 'academy',
  theme: {
    bodyStyle: 'wide',
    preset: 'plain',
    light: {
      '--ink-3-mix': '69%',
      ...shapes(fonts.bricolage, fonts.geist, { weight: 600, track: '-0.032em', box: '0.75rem', field: '0.5rem' }),
      ...colours(['99% 0.004 95', '95.5% 0.012 95', '90% 0.02 95', '24% 0.03 160'], {
        primary: ['39% 0.085 160', '98% 0.012 160'],
        secondary: ['42% 0.09 40', '98% 0.012 40'],
        accent: ['86% 0.13 95', '25% 0.05 100'],
        neutral: ['25% 0.04 160', '96% 0.012 95'],
      }),
    },
    dark: colours(['21% 0.02 160', '18% 0.02 160', '14.5% 0.018 160', '94% 0.012 95'], {
      primary: ['80% 0.1 160', '20% 0.04 160'],
      secondary: ['80% 0.08 45', '21% 0.04 40'],
      accent: ['86% 0.13 95', '25% 0.05 100'],
      neutral: ['29% 0.04 160', '96% 0.012 95'],
    }),
  },
  header: { header_style: 'plain', header_fix: 'fixed', header_fontsize: 15 },
  footer: {
    footer_style: 'ink',
    footer_columns: [
      {
        title: '',
        type: 'text',
        width: 5,
        data: 'Evening courses since 2011. Taught by people who do by day what they teach by night.',
      },
      { title: 'Learn', type: 'links', width: 2, data: linksOf(['Courses', '/course'], ['Prices', '/pricing']) },
      { title: 'School', type: 'links', width: 2, data: linksOf(['About', '/about'], ['Journal', '/blog']) },
      { title: 'Help', type: 'links', width: 3, data: linksOf(['Contact', '/contact'], ['Log in', '/login']) },
    ],
    footer_bottom: '© Northlight Academy',
    footer_bottom_links: [],
  },
  menu: menuOf(['Courses', '/course'], ['Prices', '/pricing'], ['Journal', '/blog'], ['About', '/about']),
  pages: [
    {
      title: 'Home',
      slug: 'home',
      description: 'Evening courses in craft, science and language, taught by people who do what they teach.',
      blocks: [
        put('Hero', {
          title: 'Learn something\nyou can show by Sunday',
          text: 'Evening courses in craft, science and language. Small groups, one thing to make each week, and a person who looks at it.',
          buttons: [button('See the courses', '/course'), button('How it works', '#how', 'line')],
          picture: drawing('desk', 'A desk with books, a lamp and a small plant'),
          layout: 'split',
          ground: 'soft',
        }),
        put('Logos', {
          title: 'Our students work at',
          items: ['Harbour Museum', 'Nordlys Press', 'Casa Abierta', 'The Weekly Almanac', 'Fjord & Field'].map(
            (name) => ({ name, picture: noDrawing, href: '' }),
          ),
        }),
        put('CardList', {
          title: 'This season',
          text: 'Five courses, each with twelve seats.',
          layout: 'mosaic',
          cards: [
            {
              picture: drawing('leaves', 'A twig with green leaves'),
              eyebrow: 'Drawing · 8 weeks',
              title: 'Botany with a soft pencil',
              text: 'One plant a week, from seed to seed.',
              href: '/course',
            },
            {
              picture: drawing('stairs', 'A winding stair from above'),
              eyebrow: 'Photography · 6 weeks',
              title: 'Seeing in one colour',
              text: 'Light first, camera second.',
              href: '/course',
            },
            {
              picture: drawing('table', 'Notebooks around a pot of tea'),
              eyebrow: 'Craft · 4 weeks',
              title: 'Bind your own book',
              text: 'Three bindings, all of which open flat.',
              href: '/course',
            },
            {
              picture: drawing('terminal', 'Lines of code in a window'),
              eyebrow: 'Computing · 10 weeks',
              title: 'A first programme',
              text: 'From nothing to a page that your friends use.',
              href: '/course',
            },
            {
              picture: drawing('voices', 'Speech bubbles in many colours'),
              eyebrow: 'Language · 12 weeks',
              title: 'Italian for the kitchen',
              text: 'You cook; the grammar comes along.',
              href: '/course',
            },
          ],
        }),
        put('Steps', {
          title: 'How a week goes',
          layout: 'rows',
          ground: 'soft',
          frame: { anchor: 'how' },
          items: [
            { title: 'Watch', text: 'Twenty minutes, recorded once, open for as long as you like.' },
            { title: 'Make', text: 'One small thing, with what is already in the house. Two evenings are enough.' },
            { title: 'Show', text: 'Send it in. Your teacher answers in writing, usually within two days.' },
          ],
        }),
        put('Stats', {
          title: 'Most people finish',
          layout: 'beside',
          ground: 'primary',
          items: [
            { value: '86%', text: 'of those who begin a course hand in the last piece' },
            { value: '12', text: 'seats in a course, never more' },
            { value: '41', text: 'teachers, all of whom still work in their trade' },
            { value: '2 days', text: 'until somebody answers what you sent in' },
          ],
        }),
        put('Testimonials', {
          title: '',
          voices: [
            {
              quote:
                '“I came for the pencil and stayed for the Thursday evenings. There are now forty plants in my sketchbook.”',
              name: 'Marta Lindqvist',
              role: 'Pharmacist, Gothenburg',
              picture: noDrawing,
            },
            {
              quote: 'Somebody really looked at my photographs. Nobody had before.',
              name: 'Dinesh Rao',
              role: 'Bus driver, Leeds',
              picture: noDrawing,
            },
            {
              quote: 'My first bug was found by a goldsmith.',
              name: 'Ana Prieto',
              role: 'Seville',
              picture: noDrawing,
            },
          ],
        }),
        put('Faq', {
          title: 'Before you ask',
          layout: 'folded',
          ground: 'soft',
          items: [
            {
              question: 'Do I need to know anything?',
              answer: 'No. Where a course needs something, its page says so first.',
            },
            {
              question: 'What if I miss a week?',
              answer: 'Nothing closes. Hand it in when you can; it is still read.',
            },
            { question: 'May I stop?', answer: 'In the first two weeks you get everything back, without a reason.' },
          ],
        }),
        put('CallToAction', {
          title: 'The first lesson of every course is open',
          text: 'Look around before you pay for anything.',
          label: 'Open a lesson',
          href: '/course',
          ground: 'accent',
        }),
      ],
    },
    {
      title: 'Prices',
      slug: 'pricing',
      description: 'What a course, a year and a group cost.',
      blocks: [
        put('Pricing', {
          title: 'Pay for a course, or for a year of them',
          text: 'No fee to begin, none to leave.',
          layout: 'cards',
          ground: 'soft',
          plans: [
            {
              name: 'One course',
              note: 'Yours to keep',
              price: '€120',
              per: 'once',
              points: 'Every lesson of one course\nAnswers in writing\nA certificate with an address',
              label: 'Choose a course',
              href: '/course',
              isChosen: false,
            },
            {
              name: 'The year',
              note: 'What most people choose',
              price: '€24',
              per: 'a month',
              points: 'Every course, and new ones\nThursday evenings\nFour answers a month',
              label: 'Begin the year',
              href: '/signup',
              isChosen: true,
            },
            {
              name: 'A group',
              note: 'For a firm or a club',
              price: '€190',
              per: 'a month, ten seats',
              points: 'Everything in the year\nAn evening of your own\nOne invoice',
              label: 'Write to us',
              href: '/contact',
              isChosen: false,
            },
          ],
        }),
        put('Compare', {
          title: 'What is in it',
          heads: 'One course | The year | A group',
          rows: 'Lessons | one course | all | all\nAnswers in writing | yes | 4 a month | 40 a month\nThursday evenings | no | yes | yes\nInvoice for a firm | no | no | yes',
        }),
      ],
    },
    {
      title: 'About',
      slug: 'about',
      description: 'Who stands behind Northlight Academy.',
      blocks: [
        put('Hero', {
          title: 'A school without a bell',
          text: 'It began with six chairs behind a framer’s shop. There are still only twelve in a course; the shop has become the office.',
          buttons: [],
          picture: drawing('campus', 'A hall with columns between trees'),
          layout: 'under',
        }),
        put('Team', {
          title: 'Who answers',
          layout: 'rows',
          people: [
            {
              name: 'Solveig Aas',
              role: 'Founder, drawing',
              text: 'Illustrated three floras.',
              picture: noDrawing,
              href: '',
            },
            {
              name: 'Peter Omondi',
              role: 'Photography',
              text: 'Twenty years at a daily paper.',
              picture: noDrawing,
              href: '',
            },
            { name: 'Lucia Ferri', role: 'Italian', text: 'Cooks while she conjugates.', picture: noDrawing, href: '' },
            {
              name: 'Jun Tanaka',
              role: 'Computing',
              text: 'Writes the software of a railway.',
              picture: noDrawing,
              href: '',
            },
          ],
        }),
      ],
    },
    {
      title: 'Contact',
      slug: 'contact',
      description: 'How to reach Northlight Academy.',
      blocks: [
        put('Contact', {
          title: 'Ask before you enrol',
          text: 'Solveig reads every message herself.',
          address: '14 Frame Yard\nBergen',
          mail: 'hello@example.org',
          phone: '+47 555 01 990',
          hours: 'Monday to Thursday, 15 to 20',
        }),
      ],
    },
  ],
};
