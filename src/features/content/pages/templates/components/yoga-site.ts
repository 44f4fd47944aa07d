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

const centred = { desk: { align: 'center' } };

/** Yoga studio with a timetable: centred, rounded, spacious. */
export const yogaSite: SiteTemplate = {
  name: 'yoga',
  theme: {
    bodyStyle: 'boxed',
    preset: 'plain',
    light: {
      '--ink-2-mix': '84%',
      '--ink-3-mix': '76%',
      ...shapes(fonts.hanken, fonts.hanken, { weight: 300, track: '-0.02em', box: '2rem', field: '2rem' }),
      ...colours(['98.5% 0.008 70', '95% 0.018 65', '89.5% 0.028 60', '29% 0.03 45'], {
        primary: ['46% 0.09 40', '98.5% 0.01 60'],
        secondary: ['43% 0.045 150', '98% 0.01 130'],
        accent: ['86% 0.07 65', '29% 0.04 45'],
        neutral: ['31% 0.03 45', '97% 0.012 65'],
      }),
    },
    dark: colours(['23% 0.018 50', '19.5% 0.018 50', '16% 0.015 50', '93.5% 0.014 65'], {
      primary: ['80% 0.085 50', '22% 0.035 45'],
      secondary: ['80% 0.05 150', '21% 0.025 150'],
      accent: ['86% 0.07 65', '29% 0.04 45'],
      neutral: ['30% 0.025 50', '96% 0.012 65'],
    }),
  },
  header: { header_style: 'plain', header_fix: 'static', header_fontsize: 15 },
  footer: {
    footer_style: 'plain',
    footer_columns: [
      {
        title: 'Stillwater',
        type: 'text',
        width: 6,
        data: 'A room above the river with twelve mats, and the same classes on your own floor.',
      },
      { title: 'Come', type: 'links', width: 3, data: linksOf(['Timetable', '/timetable'], ['Prices', '/pricing']) },
      {
        title: 'Ask',
        type: 'links',
        width: 3,
        data: linksOf(['Contact', '/contact'], ['Questions', '/pricing#questions']),
      },
    ],
    footer_bottom: '© Stillwater',
    footer_bottom_links: [],
  },
  menu: menuOf(['Timetable', '/timetable'], ['Prices', '/pricing'], ['At home', '/course'], ['Contact', '/contact']),
  pages: [
    {
      title: 'Home',
      slug: 'home',
      description: 'Slow yoga above the river, and at home. Twelve mats, four teachers, no mirrors.',
      blocks: [
        put('Hero', {
          title: 'Arrive slowly',
          text: 'Slow yoga in a room above the river, and on your own floor. Twelve mats, four teachers, no mirrors.',
          buttons: [button('Come to a class', '/timetable'), button('Practise at home', '/course', 'clear')],
          picture: drawing('stones', 'Five stones on top of each other before a low sun'),
          layout: 'centred',
          frame: { sheen: 'sheen' },
        }),
        put('Picture', {
          picture: drawing('stones', 'Five stones on top of each other before a low sun'),
          caption: '',
          width: 'page',
          frame: { desk: { above: 'none' } },
        }),
        put('Features', {
          title: 'Three ways to begin',
          layout: 'grid',
          frame: centred,
          items: [
            {
              icon: 'leaf',
              title: 'Soft',
              text: 'For mornings, for backs, for the week after a fever.',
              picture: noDrawing,
            },
            {
              icon: 'heart',
              title: 'Warm',
              text: 'An hour that moves. You will know by the second half.',
              picture: noDrawing,
            },
            { icon: 'clock', title: 'Still', text: 'Six shapes, five minutes each, blankets.', picture: noDrawing },
          ],
        }),
        put('Quote', {
          eyebrow: '',
          quote: '“Nobody here ever told me to go further.”',
          text: 'Hanna, since 2018',
          buttons: [],
          picture: drawing('leaves', 'A twig with green leaves'),
          layout: 'beside',
          ground: 'soft',
        }),
        put('Agenda', {
          title: 'This week',
          items: [
            { when: 'Mon 07:00', title: 'Soft', text: '45 minutes', who: 'Noor' },
            { when: 'Tue 18:30', title: 'Warm', text: '75 minutes', who: 'Elias' },
            { when: 'Thu 20:00', title: 'Still', text: '60 minutes, by candlelight', who: 'Mei' },
            { when: 'Sun 10:00', title: 'Long Sunday', text: 'Two hours, then tea', who: 'all of us' },
          ],
        }),
        put('Team', {
          title: 'Who holds the room',
          layout: 'portraits',
          ground: 'soft',
          frame: { desk: { align: 'center', columns: 3 } },
          people: [
            { name: 'Noor Haddad', role: 'Soft', text: 'Was a nurse for eleven years.', picture: noDrawing, href: '' },
            { name: 'Elias Brandt', role: 'Warm', text: 'Dances when nobody looks.', picture: noDrawing, href: '' },
            { name: 'Mei Tan', role: 'Still', text: 'Speaks little, hears everything.', picture: noDrawing, href: '' },
          ],
        }),
        put('CallToAction', {
          title: 'The first class is on us',
          text: 'Come ten minutes early, wear what you sleep in.',
          label: 'Choose a morning',
          href: '/timetable',
          ground: 'second',
        }),
      ],
    },
    {
      title: 'Timetable',
      slug: 'timetable',
      description: 'Every class of the week at Stillwater.',
      blocks: [
        put('Hero', {
          title: 'The week',
          text: 'Come to any class; you need not book before the door closes.',
          buttons: [],
          layout: 'centred',
          picture: noDrawing,
        }),
        put('Tabs', {
          title: '',
          panels: [
            {
              label: 'Mornings',
              html: '<ul><li>Monday 07:00, Soft, Noor</li><li>Wednesday 07:00, Warm, Elias</li><li>Friday 07:00, Soft, Mei</li></ul>',
            },
            {
              label: 'Evenings',
              html: '<ul><li>Tuesday 18:30, Warm, Elias</li><li>Thursday 20:00, Still, Mei</li></ul>',
            },
            {
              label: 'Weekend',
              html: '<ul><li>Saturday 09:00, Warm, Elias</li><li>Sunday 10:00, Long Sunday, all of us</li></ul>',
            },
          ],
        }),
        put('Map', {
          title: 'Above the river',
          text: 'Third floor, the door is open ten minutes before.',
          address: 'Stillwater\n2 Weir Street\nBasel',
          latitude: 47.5596,
          longitude: 7.5886,
          zoom: 15,
          ground: 'soft',
        }),
      ],
    },
    {
      title: 'Prices',
      slug: 'pricing',
      description: 'What a class, a card and a month cost.',
      blocks: [
        put('Pricing', {
          title: 'Pay as you breathe',
          text: '',
          layout: 'rows',
          plans: [
            {
              name: 'One class',
              note: 'Drop in',
              price: '€18',
              per: 'once',
              points: '',
              label: 'Come by',
              href: '/timetable',
              isChosen: false,
            },
            {
              name: 'Ten classes',
              note: 'A year to use them',
              price: '€150',
              per: 'once',
              points: '',
              label: 'Take a card',
              href: '/signup',
              isChosen: false,
            },
            {
              name: 'Every day',
              note: 'Room and home',
              price: '€85',
              per: 'a month',
              points: '',
              label: 'Become a member',
              href: '/signup',
              isChosen: true,
            },
          ],
        }),
        put('Faq', {
          title: 'Asked at the door',
          layout: 'open',
          ground: 'soft',
          frame: { anchor: 'questions' },
          items: [
            {
              question: 'I can’t touch my toes.',
              answer: 'Your toes are fine where they are. We bring the floor to you.',
            },
            { question: 'What do I bring?', answer: 'Nothing. Mats, blankets and tea are here.' },
            { question: 'Am I too old?', answer: 'Our Thursday room is between 24 and 81.' },
          ],
        }),
      ],
    },
    {
      title: 'Contact',
      slug: 'contact',
      description: 'How to reach Stillwater.',
      blocks: [
        put('Contact', {
          title: 'Ask anything',
          text: 'Noor answers between classes.',
          address: '2 Weir Street\nBasel',
          mail: 'hello@example.org',
          phone: '+41 61 555 01 20',
          hours: 'Ten minutes before every class',
        }),
      ],
    },
  ],
};
