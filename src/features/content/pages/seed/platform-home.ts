import { put, type SeedPage } from './block-writing.ts';
import { begin, noPicture, plain, shot, siteShot } from './platform-writing.ts';

/** Home page of the platform. */
export const platformHome: SeedPage = {
  slug: 'home',
  title: 'Home',
  description: 'Courses, pages, members and payments on a site of your own.',
  blocks: [
    put('Hero', {
      ...plain,
      layout: 'under',
      title: 'Teach on a site of your own',
      text: 'Pages, courses, members and payments in one place, under your name and at your address. Your students never see ours.',
      buttons: [begin, { label: 'See what it does', href: '/product', look: 'line' }],
      picture: {
        ...shot('builder-wide', 'The page builder: blocks on one side, the home page of Lumen Academy in the middle'),
        height: 640,
      },
      ground: 'soft',
    }),
    put('Features', {
      title: 'Three rooms, one key',
      text: '',
      layout: 'grid',
      ground: 'paper',
      items: [
        {
          icon: 'sparkle',
          title: 'The shop window',
          text: 'Pages made of blocks, a blog, a menu, a theme. What you publish is plain, fast HTML that has loaded before a visitor decides to wait.',
          picture: noPicture,
        },
        {
          icon: 'book',
          title: 'The classroom',
          text: 'Lessons in text, video and sound, quizzes marked on the server, progress that students, parents and you can see.',
          picture: noPicture,
        },
        {
          icon: 'shield',
          title: 'The till',
          text: 'Single courses, memberships, coupons. The price is decided on the server, so nobody bargains with your checkout.',
          picture: noPicture,
        },
      ],
    }),
    put('Features', {
      title: 'A day with it',
      text: '',
      layout: 'turns',
      ground: 'soft',
      items: [
        {
          icon: 'none',
          title: 'In the morning, a course',
          text: 'Parts and lessons you drag into order, or move with the keyboard. One lesson is open to everybody, the others wait for their students.',
          picture: shot('editor', 'The course editor: three parts with ten lessons and their lengths'),
        },
        {
          icon: 'none',
          title: 'At noon, the numbers',
          text: 'What came in, who joined, who finished; every figure beside the same days before. No figure you could not count again yourself.',
          picture: shot('owner', 'The owner’s dashboard: revenue, orders, members and a chart of thirty days'),
        },
        {
          icon: 'none',
          title: 'In the evening, your students',
          text: 'They go on where they stopped, on whatever is in their hand. Nothing moves on the screen unless it means something.',
          picture: shot('player', 'A lesson being read, with the outline of the course and half of it done'),
        },
      ],
    }),
    put('CardList', {
      title: 'Begin with a whole site',
      text: 'Six of them, different in layout, type and voice. Take one, change the words, publish.',
      layout: 'grid',
      ground: 'paper',
      cards: [
        ['academy', 'Academy', 'Many courses, several teachers, a journal.'],
        ['photographer', 'Photographer', 'Pictures first; words when they are asked for.'],
        ['yoga', 'Yoga studio', 'A timetable, three teachers, a quiet page.'],
        ['language', 'Language school', 'Levels, a first lesson, a price for each.'],
        ['bootcamp', 'Bootcamp', 'Twelve weeks, one date, one thing to do.'],
        ['university', 'Department', 'Programmes, people, events, and how to apply.'],
      ].map(([name = '', title = '', text = '']) => ({
        picture: siteShot(name, `The home page of the template ${title}`),
        eyebrow: '',
        title,
        text,
        href: '/use-cases',
      })),
    }),
    put('Stats', {
      title: 'Made for people who teach all day',
      layout: 'beside',
      ground: 'ink',
      items: [
        { value: '15 KB', text: 'of script at most on a page that is only read' },
        { value: '40+', text: 'blocks to build a page of, each with its own measure for desk, tablet and phone' },
        {
          value: '4.5 : 1',
          text: 'is the least contrast a theme is saved with; below it you are offered the nearest colour that can be read',
        },
        { value: '0', text: 'students of yours that another site on the platform could see' },
      ],
    }),
    put('Faq', {
      title: 'What people ask first',
      layout: 'folded',
      ground: 'paper',
      items: [
        {
          question: 'Do I need somebody who can program?',
          answer: 'No. You write, drag and choose. What you see in the builder is the page your visitors get.',
        },
        {
          question: 'Can I use my own domain?',
          answer: 'Yes. Until then your site lives at an address with your name in it.',
        },
        {
          question: 'Who can see my members?',
          answer: 'You, and those to whom you give the right. The database itself refuses everyone else, row by row.',
        },
        {
          question: 'Does it run on a server of my own?',
          answer: 'It is one program and one database; two commands start it.',
        },
      ],
    }),
    put('CallToAction', {
      title: 'Thirty days of Starter are free',
      text: 'With everything it can do, and without a card.',
      label: 'Begin a site',
      href: '/signup',
      ground: 'accent',
    }),
  ],
};
