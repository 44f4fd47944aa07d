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

/** University department: serif, narrow columns, dates and people before images, anchor navigation on long pages. */
export const universitySite: SiteTemplate = {
  name: 'university',
  theme: {
    bodyStyle: 'wide',
    preset: 'plain',
    light: {
      ...shapes(fonts.fraunces, fonts.hanken, { weight: 560, track: '-0.012em', box: '0.125rem', field: '0.125rem' }),
      ...colours(['99.2% 0.004 85', '96% 0.009 85', '90.5% 0.014 85', '22% 0.03 265'], {
        primary: ['36% 0.1 262', '98.5% 0.008 262'],
        secondary: ['42% 0.13 22', '98.5% 0.01 22'],
        accent: ['87% 0.075 85', '24% 0.04 265'],
        neutral: ['24% 0.055 262', '96.5% 0.008 85'],
      }),
    },
    dark: colours(['20% 0.025 262', '17% 0.023 262', '13.5% 0.02 262', '94% 0.01 85'], {
      primary: ['80% 0.085 262', '20% 0.05 262'],
      secondary: ['79% 0.09 22', '21% 0.06 22'],
      accent: ['87% 0.075 85', '24% 0.04 265'],
      neutral: ['29% 0.045 262', '96.5% 0.008 85'],
    }),
  },
  header: { header_style: 'plain', header_fix: 'static', header_fontsize: 15 },
  footer: {
    footer_style: 'ink',
    footer_columns: [
      {
        title: 'Department of Earth Sciences',
        type: 'text',
        width: 4,
        data: 'Faculty of Science\nFjord Road 12\nHouse C',
      },
      {
        title: 'Study',
        type: 'links',
        width: 3,
        data: linksOf(['Programmes', '/study'], ['Courses', '/course'], ['Dates', '/#dates']),
      },
      { title: 'Research', type: 'links', width: 3, data: linksOf(['Groups', '/research'], ['News', '/blog']) },
      { title: 'Here', type: 'links', width: 2, data: linksOf(['People', '/people'], ['Contact', '/contact']) },
    ],
    footer_bottom: '© Department of Earth Sciences',
    footer_bottom_links: linksOf(['Log in', '/login']),
  },
  menu: menuOf(
    ['Study', '/study'],
    ['Courses', '/course'],
    ['Research', '/research'],
    ['People', '/people'],
    ['News', '/blog'],
    ['Contact', '/contact'],
  ),
  pages: [
    {
      title: 'Home',
      slug: 'home',
      description: 'Study and research on ice, rock, sea and air.',
      blocks: [
        put('Hero', {
          title: 'Department of Earth Sciences',
          text: 'Ice, rock, sea and air: four research groups, three degrees, and a ship for six weeks of every summer.',
          buttons: [button('Programmes', '/study'), button('Open day, 14 March', '#dates', 'line')],
          picture: drawing('campus', 'The department’s hall between trees'),
          layout: 'under',
          ground: 'paper',
        }),
        put('Anchors', {
          isFixed: true,
          items: [
            { label: 'Dates', href: '#dates' },
            { label: 'Degrees', href: '#degrees' },
            { label: 'Research', href: '#research' },
            { label: 'Questions', href: '#questions' },
          ],
        }),
        put('Agenda', {
          title: 'Dates',
          frame: { anchor: 'dates', desk: { above: 'middle' } },
          items: [
            {
              when: '15 January',
              title: 'Applications for the master’s open',
              text: 'Transcript and one page of motivation.',
              who: 'Admissions',
            },
            { when: '3 February', title: 'Teaching begins', text: '', who: '' },
            {
              when: '14 March',
              title: 'Open day',
              text: 'Laboratories, rock store and the wave tank, 10 to 16.',
              who: 'House C',
            },
            { when: '2 June', title: 'The ship leaves', text: 'Third-year field course, six weeks.', who: 'Pier 4' },
          ],
        }),
        put('CardList', {
          title: 'Degrees',
          text: '',
          layout: 'grid',
          ground: 'soft',
          frame: { anchor: 'degrees' },
          cards: [
            {
              picture: noDrawing,
              eyebrow: 'Three years',
              title: 'Bachelor of Earth Sciences',
              text: 'Mathematics, mapping, a summer at sea.',
              href: '/study',
            },
            {
              picture: noDrawing,
              eyebrow: 'Two years',
              title: 'Master of Climate Systems',
              text: 'Models, archives, and what they cannot say.',
              href: '/study',
            },
            {
              picture: noDrawing,
              eyebrow: 'Four years',
              title: 'Doctorate',
              text: 'Paid positions, announced each September.',
              href: '/research',
            },
          ],
        }),
        put('Features', {
          title: 'Research',
          layout: 'turns',
          frame: { anchor: 'research' },
          items: [
            {
              icon: 'none',
              title: 'Coasts',
              text: 'How harbours fill, and how fast. With the pilots of three ports.',
              picture: drawing('harbour', 'Boats in a harbour'),
            },
            {
              icon: 'none',
              title: 'Deserts',
              text: 'Dust, from where it leaves to where it falls, by satellite and by spade.',
              picture: drawing('dunes', 'Dunes in low light'),
            },
          ],
        }),
        put('Faq', {
          title: 'Questions',
          layout: 'folded',
          ground: 'soft',
          frame: { anchor: 'questions' },
          items: [
            {
              question: 'In which language is teaching?',
              answer: 'The bachelor in the language of the country, everything after it in English.',
            },
            {
              question: 'What does it cost?',
              answer: 'There is no fee for students of the region; others find the table under Programmes.',
            },
            { question: 'May I visit a lecture?', answer: 'Any lecture, any day. Sit at the front.' },
          ],
        }),
      ],
    },
    {
      title: 'Study',
      slug: 'study',
      description: 'The degrees of the department, year by year.',
      blocks: [
        put('RichText', {
          title: 'Programmes',
          html: '<p>All degrees share their first year. You choose at the end of it, and may change your mind once more at the end of the second.</p>',
        }),
        put('Compare', {
          title: 'Year by year',
          heads: 'First | Second | Third',
          rows: 'Mathematics | 20 points | 10 points | optional\nField course | 1 week | 3 weeks | 6 weeks at sea\nThesis | no | no | yes\nAbroad | no | a term | a term',
        }),
        put('Steps', {
          title: 'How to apply',
          layout: 'rows',
          ground: 'soft',
          items: [
            { title: 'By 15 April', text: 'Send your school certificate through the national portal.' },
            { title: 'In May', text: 'We write to everybody, with a place or with a reason.' },
            { title: 'In August', text: 'A week of mathematics, for those who want it.' },
          ],
        }),
      ],
    },
    {
      title: 'Research',
      slug: 'research',
      description: 'Four groups: coasts, deserts, ice, air.',
      blocks: [
        put('RichText', {
          title: 'Four groups',
          html: '<p>Each has its own laboratory and shares the ship, the rock store and the coffee.</p>',
        }),
        put('Tabs', {
          title: '',
          panels: [
            { label: 'Coasts', html: '<p>Sediment in motion. Led by Prof. Ingrid Moe; six doctoral students.</p>' },
            {
              label: 'Deserts',
              html: '<p>Dust and its journeys. Led by Prof. Karim Benali; four doctoral students.</p>',
            },
            { label: 'Ice', html: '<p>Cores, and the air in them. Led by Dr. Paula Reyes.</p>' },
            { label: 'Air', html: '<p>Turbulence over cities. Led by Dr. Kenji Mori.</p>' },
          ],
        }),
      ],
    },
    {
      title: 'People',
      slug: 'people',
      description: 'Who works at the department.',
      blocks: [
        put('Team', {
          title: 'People',
          layout: 'rows',
          people: [
            {
              name: 'Ingrid Moe',
              role: 'Professor, coasts',
              text: 'Head of department. House C, 3.14',
              picture: noDrawing,
              href: '',
            },
            { name: 'Karim Benali', role: 'Professor, deserts', text: 'House C, 2.02', picture: noDrawing, href: '' },
            { name: 'Paula Reyes', role: 'Lecturer, ice', text: 'House C, cold room', picture: noDrawing, href: '' },
            { name: 'Kenji Mori', role: 'Lecturer, air', text: 'House D, roof', picture: noDrawing, href: '' },
          ],
        }),
      ],
    },
    {
      title: 'Contact',
      slug: 'contact',
      description: 'How to find the department.',
      blocks: [
        put('Contact', {
          title: 'Contact',
          text: 'The office knows who knows.',
          address: 'Fjord Road 12, House C',
          mail: 'hello@example.org',
          phone: '+47 555 01 400',
          hours: 'Weekdays, 9 to 15',
        }),
        put('Map', {
          title: 'House C',
          text: 'Tram 2, stop University.',
          address: 'Fjord Road 12',
          latitude: 60.3819,
          longitude: 5.3319,
          zoom: 16,
          ground: 'soft',
        }),
      ],
    },
  ],
};
