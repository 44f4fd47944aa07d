import { button, drawing, noDrawing, type PageTemplate, put } from '../rules.ts';

/** Page templates for events, and for after them. */
export const meetingPages: PageTemplate[] = [
  {
    name: 'event',
    title: 'A day at the mill',
    slug: 'a-day-at-the-mill',
    description: 'One day, four workshops, lunch at the long table.',
    blocks: [
      put('Hero', {
        title: 'A day at the mill',
        text: 'Saturday, 12 June. Four workshops, lunch at the long table, and a notebook that you made yourself.',
        buttons: [button('Keep me a chair', '#tickets', 'accent')],
        picture: drawing('stage', ''),
        layout: 'behind',
        ground: 'ink',
        note: 'Ghent, the Old Mill',
        noteEnd: '09:30 to 18:00',
      }),
      put('Agenda', { title: 'The day' }),
      put('Team', { title: 'Who leads', layout: 'portraits', ground: 'soft' }),
      put('Pricing', {
        title: 'Chairs',
        layout: 'rows',
        frame: { anchor: 'tickets' },
        plans: [
          {
            name: 'A chair',
            note: 'With lunch',
            price: '€65',
            per: 'once',
            points: '',
            label: 'Keep me a chair',
            href: '/signup',
            isChosen: true,
          },
          {
            name: 'Two chairs',
            note: 'Bring somebody',
            price: '€110',
            per: 'once',
            points: '',
            label: 'Keep us two',
            href: '/signup',
            isChosen: false,
          },
        ],
      }),
      put('Map', { ground: 'soft' }),
    ],
  },
  {
    name: 'webinar',
    title: 'Fifty minutes on light',
    slug: 'fifty-minutes-on-light',
    description: 'A live lesson, and time for your questions.',
    blocks: [
      put('Countdown', {
        title: 'Fifty minutes on light',
        text: 'Live, on your own screen. Bring one photograph that you don’t understand.',
        until: '2027-01-14T18:00:00.000Z',
        done: 'It has begun. The recording follows tomorrow.',
        buttons: [button('Save my place', '/signup', 'accent')],
        ground: 'ink',
      }),
      put('Features', {
        title: 'You will leave with',
        layout: 'grid',
        items: [
          {
            icon: 'idea',
            title: 'One idea',
            text: 'Why shade is blue, and what that does to skin.',
            picture: noDrawing,
          },
          { icon: 'camera', title: 'One exercise', text: 'A glass of water, a window, an hour.', picture: noDrawing },
          { icon: 'talk', title: 'One answer', text: 'To the question that you brought.', picture: noDrawing },
        ],
      }),
      put('Quote', {
        eyebrow: 'Your host',
        quote: 'Tomás Rivera',
        text: 'Photographs light for a living and teaches what it does.',
        buttons: [],
        picture: drawing('portrait', 'Tomás Rivera'),
        layout: 'beside',
        ground: 'soft',
      }),
      put('Faq', {
        title: 'Small print',
        layout: 'folded',
        items: [
          { question: 'Is it recorded?', answer: 'Yes, and open for two weeks.' },
          { question: 'Must I show my face?', answer: 'No. Not even your kitchen.' },
        ],
      }),
    ],
  },
  {
    name: 'thanks',
    title: 'Thank you',
    slug: 'thank-you',
    description: 'What happens next.',
    blocks: [
      put('Hero', {
        title: 'Thank you. It’s on its way.',
        text: 'A letter with everything in it is in your mailbox within a minute. Look under spam if it isn’t.',
        buttons: [button('Go to your courses', '/dashboard')],
        picture: noDrawing,
        layout: 'centred',
        frame: { sheen: 'dots' },
      }),
      put('Steps', {
        title: 'What happens next',
        layout: 'row',
        items: [
          { title: 'Now', text: 'Open the letter and the link in it.' },
          { title: 'Tonight', text: 'Watch the first lesson. It takes twenty minutes.' },
          { title: 'On Sunday', text: 'Send in what you made, however it looks.' },
        ],
      }),
      put('PostList', { title: 'To read meanwhile', layout: 'grid', ground: 'soft' }),
    ],
  },
];
