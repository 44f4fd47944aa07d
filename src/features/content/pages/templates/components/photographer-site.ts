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

const work = [
  { picture: drawing('stairs', 'A winding stair from above'), caption: 'Stairwell, Trieste' },
  { picture: drawing('dunes', 'Dunes in low light, a walker far off'), caption: 'Erg Chebbi, six in the morning' },
  { picture: drawing('portrait', 'A face, half of it in shadow'), caption: 'Samuel, north window' },
  { picture: drawing('harbour', 'Three small boats before a city'), caption: 'Harbour after rain' },
  { picture: drawing('leaves', 'A twig before a pale wall'), caption: 'Fern, pressed' },
  { picture: drawing('stage', 'A singer under four lamps'), caption: 'Encore, from row nine' },
];

/** Photographer's portfolio: full-bleed images, little text, neutral colours. */
export const photographerSite: SiteTemplate = {
  name: 'photographer',
  theme: {
    bodyStyle: 'wide',
    preset: 'plain',
    light: {
      ...shapes(fonts.newsreader, fonts.geist, { weight: 300, track: '-0.03em', box: '0', field: '0' }),
      ...colours(['98.5% 0 0', '95.5% 0 0', '90% 0 0', '20% 0 0'], {
        primary: ['24% 0 0', '98% 0 0'],
        secondary: ['38% 0.01 60', '98% 0 0'],
        accent: ['88% 0.04 75', '22% 0.01 60'],
        neutral: ['15% 0 0', '96% 0 0'],
      }),
    },
    dark: colours(['16% 0 0', '13% 0 0', '10% 0 0', '94% 0 0'], {
      primary: ['92% 0 0', '16% 0 0'],
      secondary: ['80% 0.02 60', '18% 0 0'],
      accent: ['88% 0.04 75', '22% 0.01 60'],
      neutral: ['22% 0 0', '96% 0 0'],
    }),
  },
  header: { header_style: 'transparent', header_fix: 'scroll-hide', header_fontsize: 14 },
  footer: {
    footer_style: 'plain',
    footer_columns: [],
    footer_bottom: '© Ida Lund. No picture here was made by a machine.',
    footer_bottom_links: linksOf(['Work', '/portfolio'], ['Workshops', '/workshops'], ['Write', '/contact']),
  },
  menu: menuOf(['Work', '/portfolio'], ['Workshops', '/workshops'], ['Notes', '/blog'], ['Write', '/contact']),
  pages: [
    {
      title: 'Home',
      slug: 'home',
      description: 'Ida Lund photographs rooms, faces and weather, and teaches six people at a time how to.',
      blocks: [
        put('Hero', {
          title: 'ida lund',
          text: 'Rooms, faces, weather.',
          buttons: [button('See the work', '/portfolio', 'clear')],
          picture: drawing('stairs', ''),
          layout: 'behind',
          note: 'Stairwell, Trieste',
          noteEnd: '35 mm  f/5.6  1/30 s',
        }),
        put('Quote', {
          eyebrow: '',
          quote: 'I wait. Most of it is waiting.',
          text: 'Twenty-two years with one camera and two lenses. Commissions for magazines, hospitals and people who want to be remembered as they are.',
          buttons: [button('Commission a portrait', '/contact', 'line')],
          picture: drawing('portrait', 'A face, half of it in shadow'),
          layout: 'full',
          ground: 'paper',
        }),
        put('Gallery', {
          title: '',
          layout: 'mosaic',
          shots: work,
          frame: { width: 'edge', desk: { above: 'none', below: 'none' } },
        }),
        put('Agenda', {
          title: 'Workshops',
          text: 'Six people, one weekend, my kitchen table.',
          ground: 'ink',
          items: [
            { when: 'March', title: 'North light', text: 'Portraits with one window and no lamp.', who: 'Copenhagen' },
            { when: 'May', title: 'Slow streets', text: 'Two days, one corner.', who: 'Trieste' },
            {
              when: 'September',
              title: 'The edit',
              text: 'Bring two hundred pictures, leave with nine.',
              who: 'Online',
            },
          ],
        }),
        put('Stats', {
          title: '',
          layout: 'row',
          items: [
            { value: '9', text: 'books' },
            { value: '31', text: 'exhibitions' },
            { value: '1', text: 'camera' },
          ],
        }),
        put('Picture', {
          picture: drawing('dunes', 'Dunes in low light'),
          width: 'edge',
          caption: '',
          frame: { desk: { above: 'none', below: 'none' }, tablet: { above: 'none', below: 'none' } },
        }),
      ],
    },
    {
      title: 'Work',
      slug: 'portfolio',
      description: 'Pictures by Ida Lund, 2019 to today.',
      blocks: [
        put('Hero', { title: 'work', text: '2019 to today', buttons: [], layout: 'plain', picture: noDrawing }),
        put('Gallery', {
          title: '',
          layout: 'grid',
          shots: work,
          frame: { width: 'broad', desk: { columns: 2, above: 'none' }, phone: { columns: 1 } },
        }),
      ],
    },
    {
      title: 'Workshops',
      slug: 'workshops',
      description: 'Weekends for six people: light, streets, and how to choose.',
      blocks: [
        put('Hero', {
          title: 'six people,\none weekend',
          text: 'No slides. We look, we go out, we look again.',
          buttons: [button('Ask for a place', '/contact')],
          picture: drawing('table', 'Notebooks around a table'),
          layout: 'beside',
        }),
        put('Accordion', {
          title: 'How it goes',
          isSingle: false,
          isOpen: true,
          panels: [
            { label: 'Friday evening', html: '<p>We look at what you brought, and nobody explains anything.</p>' },
            { label: 'Saturday', html: '<p>Out before sunrise. One place, one lens, thirty-six pictures.</p>' },
            { label: 'Sunday', html: '<p>The edit. Nine pictures on a wall, and why these.</p>' },
          ],
        }),
        put('Pricing', {
          title: '',
          layout: 'rows',
          plans: [
            {
              name: 'A weekend',
              note: 'With breakfast',
              price: '€480',
              per: 'once',
              points: '',
              label: 'Ask for a place',
              href: '/contact',
              isChosen: true,
            },
            {
              name: 'The edit, online',
              note: 'Two evenings',
              price: '€180',
              per: 'once',
              points: '',
              label: 'Ask for a place',
              href: '/contact',
              isChosen: false,
            },
          ],
        }),
      ],
    },
    {
      title: 'Write',
      slug: 'contact',
      description: 'How to reach Ida Lund.',
      blocks: [
        put('LinkList', {
          picture: drawing('portrait', 'Ida Lund'),
          title: 'ida lund',
          text: 'I answer on Mondays.',
          look: 'line',
          links: [
            { label: 'hello@example.org', href: 'mailto:hello@example.org', note: 'Commissions and prints' },
            { label: 'Workshops', href: '/workshops', note: 'Six people, one weekend' },
            { label: 'The work', href: '/portfolio', note: '2019 to today' },
          ],
        }),
      ],
    },
  ],
};
