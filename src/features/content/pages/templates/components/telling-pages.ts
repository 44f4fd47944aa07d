import { button, drawing, noDrawing, type PageTemplate, put } from '../rules.ts';

/** Informational page templates: about, contact, location. */
export const tellingPages: PageTemplate[] = [
  {
    name: 'about',
    title: 'About',
    slug: 'about-us',
    description: 'Who we are, and how it began.',
    blocks: [
      put('Hero', {
        title: 'It began with six chairs',
        text: 'And a table that nobody wanted to carry down again.',
        buttons: [],
        picture: drawing('table', 'Notebooks around a pot of tea on a round table'),
        layout: 'under',
      }),
      put('RichText', {
        title: '',
        html: '<p>The first course was a misunderstanding: six people came to buy paper and stayed to fold it. In the second year there was a waiting list, in the third a landlord with questions.</p><p>We still teach at that table. The paper is now in the next room.</p>',
        frame: { width: 'text' },
      }),
      put('Stats', { layout: 'row', ground: 'soft' }),
      put('Team', { layout: 'rows' }),
      put('Picture', { picture: drawing('harbour', 'Boats in a harbour'), width: 'edge', caption: '' }),
    ],
  },
  {
    name: 'contact',
    title: 'Contact',
    slug: 'write-to-us',
    description: 'How to reach us, and when.',
    blocks: [
      put('Contact'),
      put('Map', { ground: 'soft' }),
      put('Faq', { title: 'Perhaps it is one of these', layout: 'folded' }),
    ],
  },
  {
    name: 'faq',
    title: 'Questions',
    slug: 'questions',
    description: 'What people ask before, during and after.',
    blocks: [
      put('Hero', {
        title: 'Questions',
        text: 'The ones we get every week. Yours is missing? Write to us.',
        buttons: [button('Write to us', 'mailto:hello@example.org', 'line')],
        layout: 'centred',
        picture: noDrawing,
      }),
      put('Anchors', {
        items: [
          { label: 'Before', href: '#before' },
          { label: 'During', href: '#during' },
          { label: 'Money', href: '#money' },
        ],
      }),
      put('Faq', {
        title: 'Before',
        layout: 'folded',
        frame: { anchor: 'before' },
        items: [
          {
            question: 'Do I need to be good at it?',
            answer: 'No. The second course is for those who came to the first.',
          },
          { question: 'What do I need at home?', answer: 'Each course says so at its top, before the price.' },
        ],
      }),
      put('Faq', {
        title: 'During',
        layout: 'folded',
        ground: 'soft',
        frame: { anchor: 'during' },
        items: [
          { question: 'What if I miss an evening?', answer: 'It is recorded, and stays.' },
          { question: 'Who sees what I send in?', answer: 'Your teacher. Your group, if all of you agree.' },
        ],
      }),
      put('Faq', {
        title: 'Money',
        layout: 'folded',
        frame: { anchor: 'money' },
        items: [
          { question: 'Can I have it back?', answer: 'Within thirty days, all of it.' },
          { question: 'Do you take a purchase order?', answer: 'Yes. Send it to the address under Contact.' },
        ],
      }),
    ],
  },
  {
    name: 'portfolio',
    title: 'Work',
    slug: 'work',
    description: 'Selected work.',
    blocks: [
      put('Hero', {
        title: 'Selected work',
        text: 'Eight years, one camera.',
        buttons: [],
        layout: 'plain',
        picture: noDrawing,
      }),
      put('Gallery', {
        title: '',
        layout: 'mosaic',
        frame: { width: 'broad', desk: { above: 'none' } },
        shots: [
          { picture: drawing('stairs', 'A winding stair from above'), caption: 'Stairwell' },
          { picture: drawing('portrait', 'A face, half of it in shadow'), caption: 'North window' },
          { picture: drawing('dunes', 'Dunes in low light'), caption: 'Six in the morning' },
          { picture: drawing('stage', 'A singer under four lamps'), caption: 'Encore' },
          { picture: drawing('leaves', 'A twig with leaves'), caption: 'Fern' },
        ],
      }),
      put('Features', {
        title: 'Three commissions',
        layout: 'turns',
        items: [
          {
            icon: 'none',
            title: 'A hospital’s corridors',
            text: 'Forty metres of harbour, printed on the wall, so that the walk to the ward has a view.',
            picture: drawing('harbour', 'Boats in a harbour'),
          },
          {
            icon: 'none',
            title: 'A publisher’s year',
            text: 'Twelve covers from one garden.',
            picture: drawing('leaves', 'A twig with leaves'),
          },
        ],
      }),
      put('CallToAction', {
        title: 'Have something in mind?',
        text: '',
        label: 'Write to me',
        href: 'mailto:hello@example.org',
        ground: 'ink',
      }),
    ],
  },
  {
    name: 'links',
    title: 'Links',
    slug: 'links',
    description: 'Everything in one place.',
    blocks: [
      put('LinkList', {
        picture: drawing('portrait', ''),
        look: 'filled',
        ground: 'soft',
        frame: { width: 'text', sheen: 'sheen' },
      }),
    ],
  },
];
