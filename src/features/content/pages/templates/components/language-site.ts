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

/** Language school: condensed capitals, blocks of colour, a table of levels. */
export const languageSite: SiteTemplate = {
  name: 'language',
  theme: {
    bodyStyle: 'wide',
    preset: 'plain',
    light: {
      ...shapes(fonts.instrument, fonts.instrument, {
        weight: 700,
        track: '-0.02em',
        stretch: '75%',
        isUpper: true,
        box: '1.5rem',
        field: '2rem',
      }),
      ...colours(['99% 0.006 90', '96% 0.02 90', '90.5% 0.03 90', '22% 0.05 285'], {
        primary: ['43% 0.18 285', '98.5% 0.012 285'],
        secondary: ['47% 0.14 20', '98.5% 0.012 20'],
        accent: ['86% 0.16 92', '24% 0.06 285'],
        neutral: ['24% 0.07 285', '97% 0.012 285'],
      }),
    },
    dark: colours(['21% 0.035 285', '17.5% 0.032 285', '14% 0.028 285', '95% 0.012 90'], {
      primary: ['81% 0.1 285', '22% 0.07 285'],
      secondary: ['80% 0.1 20', '22% 0.06 20'],
      accent: ['86% 0.16 92', '24% 0.06 285'],
      neutral: ['31% 0.07 285', '97% 0.012 285'],
    }),
  },
  header: { header_style: 'plain', header_fix: 'fixed', header_fontsize: 16 },
  footer: {
    footer_style: 'ink',
    footer_columns: [
      {
        title: 'Learn',
        type: 'links',
        width: 3,
        data: linksOf(['Courses', '/course'], ['Levels', '/levels'], ['Prices', '/pricing']),
      },
      { title: 'Parla', type: 'links', width: 3, data: linksOf(['About', '/about'], ['Stories', '/blog']) },
      {
        title: 'Speak to us',
        type: 'text',
        width: 6,
        data: 'Any of eleven languages, weekdays 9 to 21. We will pretend not to hear the mistakes.',
      },
    ],
    footer_bottom: '© Parla',
    footer_bottom_links: linksOf(['Contact', '/contact']),
  },
  menu: menuOf(['Courses', '/course'], ['Levels', '/levels'], ['Prices', '/pricing'], ['About', '/about']),
  pages: [
    {
      title: 'Home',
      slug: 'home',
      description: 'Eleven languages in groups of six. Speak in the first minute.',
      blocks: [
        put('Hero', {
          title: 'Speak in the\nfirst minute',
          text: 'Eleven languages, groups of six, teachers who grew up in them. You talk for forty of the sixty minutes.',
          buttons: [button('Try a lesson', '/signup', 'line'), button('Find your level', '/levels', 'clear')],
          picture: drawing('voices', 'Speech bubbles in many colours'),
          layout: 'beside',
          ground: 'accent',
          frame: { desk: { size: 'large' } },
        }),
        put('CardList', {
          title: 'Which one?',
          text: '',
          layout: 'strip',
          cards: [
            ['Italiano', 'Hands included.', 'harbour'],
            ['العربية', 'Eight letters by Friday.', 'dunes'],
            ['Deutsch', 'The verb comes, promise.', 'stairs'],
            ['Português', 'Sing it first.', 'stage'],
            ['日本語', 'Polite from the start.', 'leaves'],
          ].map(([title, text, name]) => ({ picture: drawing(name ?? ''), eyebrow: '', title, text, href: '/course' })),
        }),
        put('Features', {
          title: 'How we do it',
          layout: 'list',
          ground: 'primary',
          items: [
            {
              icon: 'people',
              title: 'Six in a room',
              text: 'So it is your turn every few minutes.',
              picture: noDrawing,
            },
            {
              icon: 'talk',
              title: 'Forty minutes of you',
              text: 'The teacher listens more than they speak.',
              picture: noDrawing,
            },
            {
              icon: 'headphones',
              title: 'Ten minutes a day',
              text: 'A voice in your ear on the way to work.',
              picture: noDrawing,
            },
            {
              icon: 'award',
              title: 'A paper that counts',
              text: 'Levels A1 to C1, examined by others.',
              picture: noDrawing,
            },
          ],
        }),
        put('Compare', {
          title: 'Choose your speed',
          text: 'All three begin on any Monday.',
          heads: 'Stroll | Walk | Run',
          rows: 'Lessons a week | 1 | 2 | 5\nA level takes | 9 months | 5 months | 8 weeks\nPartner to talk to | no | yes | yes\nFor a move abroad | no | no | yes',
        }),
        put('Testimonials', {
          title: '',
          ground: 'second',
          voices: [
            {
              quote: '“I ordered in Naples and they answered in Italian. I cried into the soup.”',
              name: 'Freya Holm',
              role: 'A2 after five months',
              picture: noDrawing,
            },
            {
              quote: 'My mother-in-law and I now argue without a translator.',
              name: 'Tom Reilly',
              role: 'Portuguese, B1',
              picture: noDrawing,
            },
          ],
        }),
        put('Tabs', {
          title: 'What a lesson is',
          panels: [
            {
              label: 'Begin',
              html: '<p>Four sentences from everyone: what happened since last time. Nobody is corrected.</p>',
            },
            {
              label: 'Middle',
              html: '<p>A market, a doctor, a quarrel about the bill. You play it, we feed you the words you lack.</p>',
            },
            { label: 'End', html: '<p>The three mistakes that all of you made, and a song.</p>' },
          ],
        }),
        put('CallToAction', {
          title: 'Your first lesson costs nothing',
          text: 'Sixty minutes, six people, no card.',
          label: 'Take a seat',
          href: '/signup',
          ground: 'accent',
        }),
      ],
    },
    {
      title: 'Levels',
      slug: 'levels',
      description: 'From A1 to C1: what you can say at the end of each.',
      blocks: [
        put('Steps', {
          title: 'Where are you?',
          text: 'Read from the top; stop at the first one you could not do.',
          layout: 'rows',
          items: [
            { title: 'A1', text: 'You order, pay, say who you are and where it hurts.' },
            { title: 'A2', text: 'You tell what happened yesterday, and somebody laughs.' },
            { title: 'B1', text: 'You travel alone and lose an argument.' },
            { title: 'B2', text: 'You win one.' },
            { title: 'C1', text: 'You notice that your jokes have changed.' },
          ],
        }),
        put('ButtonGroup', {
          buttons: [button('Try a lesson at your level', '/signup')],
          ground: 'soft',
          frame: { desk: { align: 'center' } },
        }),
      ],
    },
    {
      title: 'Prices',
      slug: 'pricing',
      description: 'What strolling, walking and running cost.',
      blocks: [
        put('Pricing', {
          title: 'By the month, stop on any day',
          layout: 'cards',
          ground: 'soft',
          plans: [
            {
              name: 'Stroll',
              note: 'One lesson a week',
              price: '€59',
              per: 'a month',
              points: 'Groups of six\nTen minutes a day in your ear',
              label: 'Stroll',
              href: '/signup',
              isChosen: false,
            },
            {
              name: 'Walk',
              note: 'Two lessons a week',
              price: '€99',
              per: 'a month',
              points: 'Everything in Stroll\nA partner to talk to',
              label: 'Walk',
              href: '/signup',
              isChosen: true,
            },
            {
              name: 'Run',
              note: 'Every weekday',
              price: '€229',
              per: 'a month',
              points: 'Everything in Walk\nAn examiner at the end',
              label: 'Run',
              href: '/signup',
              isChosen: false,
            },
          ],
        }),
      ],
    },
    {
      title: 'About',
      slug: 'about',
      description: 'Who teaches at Parla.',
      blocks: [
        put('Hero', {
          title: 'Eleven kitchens',
          text: 'Parla began as a supper club in Lisbon. We still test every lesson over food.',
          buttons: [],
          picture: drawing('table', 'A round table from above'),
          layout: 'split',
          ground: 'primary',
        }),
        put('Team', {
          title: 'Some of us',
          layout: 'portraits',
          people: [
            { name: 'Chiara Neri', role: 'Italian', text: 'Sells fish on Saturdays.', picture: noDrawing, href: '' },
            { name: 'Yusuf Karam', role: 'Arabic', text: 'Writes for the radio.', picture: noDrawing, href: '' },
            { name: 'Beatriz Sousa', role: 'Portuguese', text: 'Sings in three choirs.', picture: noDrawing, href: '' },
            { name: 'Haruka Ito', role: 'Japanese', text: 'Bakes bread, politely.', picture: noDrawing, href: '' },
          ],
        }),
      ],
    },
    {
      title: 'Contact',
      slug: 'contact',
      description: 'How to reach Parla.',
      blocks: [
        put('Contact', {
          title: 'Say hello',
          text: 'In any language. Spelling does not matter.',
          address: 'Rua do Sol 8\nLisbon',
          mail: 'hello@example.org',
          phone: '+351 21 555 01 70',
          hours: 'Weekdays, 9 to 21',
          ground: 'accent',
        }),
      ],
    },
  ],
};
