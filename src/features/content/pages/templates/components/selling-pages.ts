import { button, drawing, noDrawing, type PageTemplate, put } from '../rules.ts';

const plan = (name: string, note: string, price: string, per: string, points: string, isChosen = false) => ({
  name,
  note,
  price,
  per,
  points,
  label: 'Take this one',
  href: '/signup',
  isChosen,
});

/** Landing page templates with one call to action. */
export const sellingPages: PageTemplate[] = [
  {
    name: 'homePicture',
    title: 'Home',
    slug: 'welcome',
    description: 'Courses taught by people who do what they teach.',
    blocks: [
      put('Hero', {
        title: 'What you make\nwhile you learn',
        text: 'Short courses with something in your hands at the end of each week.',
        buttons: [button('See the courses', '/course', 'accent'), button('Who teaches', '/about', 'clear')],
        picture: drawing('harbour'),
        layout: 'behind',
        ground: 'ink',
        note: '',
        noteEnd: '',
      }),
      put('CourseGrid', { title: 'Where people begin', layout: 'first', most: 5 }),
      put('Stats', { title: 'In numbers', layout: 'beside', ground: 'soft' }),
      put('Testimonials'),
      put('CallToAction'),
    ],
  },
  {
    name: 'homeWords',
    title: 'Home',
    slug: 'start',
    description: 'What this is, for whom, and where to begin.',
    blocks: [
      put('Hero', {
        title: 'One craft, taught slowly',
        text: 'No feed, no streaks. A lesson a week, a piece of work a month, and somebody who looks at it.',
        buttons: [button('Begin with lesson one', '/course')],
        picture: noDrawing,
        layout: 'centred',
        frame: { sheen: 'glow' },
      }),
      put('Features', { title: '', layout: 'list' }),
      put('PostList', { title: 'Written lately', layout: 'rows', ground: 'soft' }),
      put('Logos'),
      put('Faq', { layout: 'open' }),
    ],
  },
  {
    name: 'sales',
    title: 'The eight evenings',
    slug: 'the-eight-evenings',
    description: 'A drawing course for people who were told they can’t.',
    blocks: [
      put('Hero', {
        title: 'You can draw.\nSomebody told you otherwise.',
        text: 'Eight evenings with a soft pencil. At the end you own forty pages that are unmistakably yours.',
        buttons: [button('Take a seat, €89', '#price'), button('Read evening one', '/course', 'line')],
        picture: drawing('desk', 'A desk with books, a lamp and a plant'),
        layout: 'beside',
        ground: 'soft',
      }),
      put('RichText', {
        title: 'Here is what happened',
        html: '<p>At ten you drew all day. At twelve somebody laughed at a horse. Since then you say “I can’t draw”, the way one says “I have no sense of direction”.</p><p>It was a horse. <strong>Nobody can draw horses.</strong></p>',
      }),
      put('Steps', {
        title: 'What the evenings do',
        layout: 'rows',
        ground: 'soft',
        items: [
          { title: 'One and two', text: 'The line. You stop looking at the paper.' },
          { title: 'Three to five', text: 'Light, edges, hands. The kitchen is enough.' },
          { title: 'Six to eight', text: 'A face, a room, a street, from life and without excuse.' },
        ],
      }),
      put('Quote', {
        eyebrow: 'Evening seven',
        quote: '“I drew my father. He asked to keep it.”',
        text: 'Astrid Nyberg, postwoman',
        picture: drawing('portrait', 'A face, half of it in shadow'),
        layout: 'full',
        ground: 'ink',
      }),
      put('Pricing', {
        title: 'One price',
        text: 'Thirty days to change your mind, without a reason.',
        layout: 'cards',
        frame: { anchor: 'price' },
        plans: [
          plan(
            'Eight evenings',
            'Recordings included',
            '€89',
            'once',
            'All eight evenings\nThe paper and the pencil\nAn answer to each page',
          ),
          plan(
            'With a seat at the table',
            'Twelve seats',
            '€240',
            'once',
            'Everything in the evenings\nLive, on Tuesdays\nYour forty pages, bound',
            true,
          ),
        ],
      }),
      put('Faq', { title: 'But', layout: 'folded', ground: 'soft' }),
      put('CallToAction', {
        title: 'The pencil is in the drawer',
        text: '',
        label: 'Take a seat',
        href: '#price',
        ground: 'accent',
      }),
    ],
  },
  {
    name: 'course',
    title: 'A course',
    slug: 'a-course',
    description: 'What the course holds, who teaches it and what it costs.',
    blocks: [
      put('CourseLead', { eyebrow: 'New this season' }),
      put('CourseOutline', {}),
      put('InstructorList', { ground: 'soft', most: 1 }),
      put('Testimonials'),
      put('ProductGrid', { title: 'Take it with you', type: 'course', most: 3, ground: 'soft' }),
      put('Faq', { layout: 'folded' }),
    ],
  },
  {
    name: 'pricing',
    title: 'Prices',
    slug: 'prices',
    description: 'What it costs, what is in it, and how to stop.',
    blocks: [
      put('Pricing', {
        title: 'Simple on purpose',
        text: 'Stop whenever you like; what you finished stays yours.',
        layout: 'cards',
        ground: 'soft',
        plans: [
          plan('Look around', 'No card needed', '€0', 'for ever', 'The first lesson of every course\nThe journal'),
          plan(
            'Member',
            'What most people choose',
            '€24',
            'a month',
            'Every course\nFour answers a month\nLive evenings',
            true,
          ),
          plan('Group', 'Ten seats', '€190', 'a month', 'Everything for ten people\nReports\nOne invoice'),
        ],
      }),
      put('Compare'),
      put('Faq', {
        title: 'About money',
        layout: 'open',
        ground: 'soft',
        items: [
          { question: 'Can I stop?', answer: 'Any day, from your own page. You keep what you have finished.' },
          {
            question: 'Is there a reduction?',
            answer: 'Half, for students and for those who are looking for work. Write one line.',
          },
          { question: 'Do I get an invoice?', answer: 'By mail, at once, with your firm’s name and tax number.' },
        ],
      }),
    ],
  },
];
