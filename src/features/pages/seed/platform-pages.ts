import { put, type SeedPage } from './block-writing.ts';

const begin = { label: 'Begin a site', href: '/signup', look: 'primary' };
const plain = { picture: { src: '', alt: '' }, layout: 'plain', note: '', noteEnd: '' };

/** The platform's own site: what it is, for whom, and what it costs. */
export const platformPages: SeedPage[] = [
  {
    slug: 'home',
    title: 'Home',
    description: 'Courses, pages, members and payments on a site of your own.',
    blocks: [
      put('Hero', {
        ...plain,
        title: 'Teach on a site\nof your own',
        text: 'Courses, pages, members and payments in one place, under your own name and address. Your pupils never see ours.',
        buttons: [begin, { label: 'See what it does', href: '/product', look: 'line' }],
        ground: 'soft',
      }),
      put('Columns', {
        count: '3',
        ground: 'paper',
        one: [
          put('Card', {
            title: 'Build the shop window',
            text: 'Pages made of blocks, a menu, a theme. What you publish is plain, fast HTML that loads before a visitor has decided to wait.',
            label: 'How pages work',
            href: '/product',
          }),
        ],
        two: [
          put('Card', {
            title: 'Teach behind it',
            text: 'Lessons in text, video and audio, quizzes that save every answer, assignments, progress people can see.',
            label: 'What courses can do',
            href: '/features',
          }),
        ],
        three: [
          put('Card', {
            title: 'Be paid for it',
            text: 'Single courses, memberships, coupons, offline payment. Prices are decided on the server, so nobody bargains with your checkout.',
            label: 'What it costs',
            href: '/pricing',
          }),
        ],
        four: [],
      }),
      put('Stats', {
        title: 'Made for people who teach all day',
        layout: 'beside',
        ground: 'soft',
        items: [
          { value: '1', text: 'place for site, courses, members and orders, with one list of people' },
          { value: '2', text: 'directions of reading: left to right and right to left, equally at home' },
          { value: '15 KB', text: 'of script at most on a page that is only read' },
          { value: '0', text: 'pupils of yours that another site on the platform could see' },
        ],
      }),
      put('Quote', {
        eyebrow: 'A school for looking',
        quote: '“We moved forty evenings of teaching in a weekend, and nobody asked us where the old site had gone.”',
        text: 'Helena Voss runs Lumen Academy, where astronomers and biologists teach photography.',
        buttons: [],
        picture: { src: '', alt: '' },
        layout: 'beside',
        ground: 'ink',
      }),
      put('CallToAction', {
        title: 'Thirty days to try it',
        text: 'With everything on, and your work stays yours if you leave.',
        label: 'Begin a site',
        href: '/signup',
        ground: 'accent',
      }),
    ],
  },
  {
    slug: 'product',
    title: 'Product',
    description: 'A site builder and a school in one product.',
    blocks: [
      put('Hero', {
        ...plain,
        title: 'One product, two rooms',
        text: 'The shop window where visitors read, and the workshop where you and your pupils work. They share one list of people and one set of rights.',
        buttons: [begin],
        ground: 'paper',
      }),
      put('RichText', {
        title: 'The shop window',
        ground: 'soft',
        html: '<p>You build pages from blocks: openings, pictures, prices, questions, courses. A draft is saved as you work and seen by nobody; when you publish, visitors have it at their next click.</p><p>Pages are written as plain HTML. They work without scripts, on a slow telephone, with a screen reader, in both directions of writing.</p>',
      }),
      put('RichText', {
        title: 'The workshop',
        ground: 'paper',
        html: '<p>Behind the window is a dashboard made to be open all day: courses with sections and lessons you drag into order, a question bank, grades, members, orders. It goes by keyboard, and it has a dark theme for the evening.</p><p>Everybody sees what their role lets them: an owner everything, an instructor their courses, a parent their child’s progress, a pupil their own work.</p>',
      }),
      put('Faq', {
        title: 'What people ask first',
        layout: 'open',
        ground: 'soft',
        items: [
          {
            question: 'Can I use my own domain?',
            answer: 'Yes, on every plan. Until then your site lives on an address with your name.',
          },
          { question: 'Can I take my data away?', answer: 'All of it, as files, at any time.' },
          {
            question: 'Does it run on my own server?',
            answer: 'It is one program and one database. Two commands start it.',
          },
          {
            question: 'Who can see my members?',
            answer: 'You and those you name. The database itself refuses everyone else.',
          },
        ],
      }),
    ],
  },
  {
    slug: 'use-cases',
    title: 'Use cases',
    description: 'Academies, studios, schools and teams.',
    blocks: [
      put('Hero', {
        ...plain,
        title: 'Who teaches here',
        text: 'From one person with one course to a school with nineteen instructors.',
        buttons: [],
        ground: 'paper',
      }),
      put('Columns', {
        count: '2',
        ground: 'soft',
        one: [
          put('Card', {
            title: 'The academy',
            text: 'Many courses, several instructors, a journal. Each instructor sees their own pupils; the owner sees the numbers.',
            label: '',
            href: '',
          }),
          put('Card', {
            title: 'The school',
            text: 'Parents follow their children’s progress. Grades are counted the same way for everyone, and written down.',
            label: '',
            href: '',
          }),
        ],
        two: [
          put('Card', {
            title: 'The studio',
            text: 'Eight evenings, fourteen people, one table. A page that looks like the studio, and a checkout that does not get in the way.',
            label: '',
            href: '',
          }),
          put('Card', {
            title: 'The team',
            text: 'What everyone here has to know, with a quiz at the end and a list of who has passed.',
            label: '',
            href: '',
          }),
        ],
        three: [],
        four: [],
      }),
      put('CallToAction', {
        title: 'Yours is another?',
        text: 'Begin with an empty site and see how far it carries you.',
        label: 'Begin a site',
        href: '/signup',
        ground: 'primary',
      }),
    ],
  },
  {
    slug: 'features',
    title: 'Features',
    description: 'What the platform can do, in one list.',
    blocks: [
      put('RichText', {
        title: 'Features',
        ground: 'paper',
        html: '<h3>Site</h3><ul><li>Page builder with drafts, versions and a preview</li><li>Blog with categories, tags and a feed</li><li>Menus with several levels and wide sheets of columns, for desk and telephone</li><li>Themes for light and dark, with a warning when a contrast is too low</li><li>Search over courses, posts, pages and people</li></ul><h3>Teaching</h3><ul><li>Sections, lessons, free previews, categories</li><li>Quizzes that are marked on the server and save each answer as it is given</li><li>Progress, and resuming where one left</li></ul><h3>Selling</h3><ul><li>Products, prices, memberships, coupons with limits that hold under load</li><li>A cart that survives a reload, a checkout in one page</li></ul><h3>People</h3><ul><li>Roles with rights one can tick, guardians for children</li><li>Notifications that arrive without a reload</li></ul>',
      }),
      put('CallToAction', {
        title: 'See it at work',
        text: 'The demo academy has every feature switched on.',
        label: 'What it costs',
        href: '/pricing',
        ground: 'accent',
      }),
    ],
  },
  {
    slug: 'pricing',
    title: 'Pricing',
    description: 'Starter, Professional and Dedicated, monthly or yearly.',
    blocks: [
      put('Pricing', {
        title: 'Pricing',
        text: 'Thirty days of Starter are free. A year costs about ten months.',
        layout: 'cards',
        ground: 'soft',
        plans: [
          {
            name: 'Starter',
            note: 'For one teacher and a growing list',
            price: '$29',
            per: 'a month, or $299 a year',
            points: '10,000 members\n10,000 e-mails a month\n100 chats\n1,000 AI tokens\n1 GB of files',
            label: 'Try it for 30 days',
            href: '/signup',
            isChosen: false,
          },
          {
            name: 'Professional',
            note: 'For an academy with instructors',
            price: '$99',
            per: 'a month, or $999 a year',
            points: '100,000 members\n100,000 e-mails a month\n1,000 chats\nEvery feature',
            label: 'Begin a site',
            href: '/signup',
            isChosen: true,
          },
          {
            name: 'Dedicated',
            note: 'A server of your own',
            price: '$49',
            per: 'a month, or $499 a year',
            points: 'Your own machine\n3 groups\nYour own backups',
            label: 'Begin a site',
            href: '/signup',
            isChosen: false,
          },
        ],
      }),
      put('Faq', {
        title: 'About paying',
        layout: 'folded',
        ground: 'paper',
        items: [
          {
            question: 'What counts as a member?',
            answer: 'Anyone with an account on your site. Visitors do not count.',
          },
          { question: 'Do you take a share of my sales?', answer: 'No.' },
          {
            question: 'Is there a smaller plan?',
            answer: 'Lifetime costs $19 once: 10 courses, 3 groups, 3 funnels, 5,000 e-mails and 512 MB of files.',
          },
        ],
      }),
    ],
  },
  {
    slug: 'about',
    title: 'About',
    description: 'Who makes this, and why.',
    blocks: [
      put('RichText', {
        title: 'About',
        ground: 'paper',
        html: '<p>In Athens the stoa was a covered walk where one could teach without owning a building: a roof, columns, and room for whoever came by. That is what this is meant to be.</p><p>We think people who teach should own their address, their list of pupils and their work. So a site here can be taken away whole, runs on your own server if you want that, and is kept apart from its neighbours by the database itself.</p>',
      }),
    ],
  },
];
