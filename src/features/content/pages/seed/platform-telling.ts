import { put, type SeedPage } from './block-writing.ts';
import { begin, noPicture, plain, shot, siteShot } from './platform-writing.ts';

/** Pages about the product, its audiences and features. */
export const platformTelling: SeedPage[] = [
  {
    slug: 'product',
    title: 'Product',
    description: 'A site builder and a school in one product, with one list of people and one set of rights.',
    blocks: [
      put('Hero', {
        ...plain,
        layout: 'under',
        title: 'One product, two rooms',
        text: 'The shop window where visitors read, and the workshop where you and your students work. They share one list of people and one set of rights.',
        buttons: [begin, { label: 'All features', href: '/features', look: 'line' }],
        picture: { ...shot('theme-wide', 'The theme editor with the site itself as its preview'), height: 640 },
        ground: 'paper',
      }),
      put('Features', {
        title: 'The shop window',
        text: '',
        layout: 'turns',
        ground: 'soft',
        items: [
          {
            icon: 'none',
            title: 'Build pages from blocks',
            text: 'Openings, pictures, prices, questions, courses, galleries. A draft is saved as you work and seen by nobody; when you publish, visitors have it at their next click.',
            picture: shot('builder', 'The page builder with its shelves of blocks'),
          },
          {
            icon: 'none',
            title: 'Choose colours that can be read',
            text: 'Light, dark and night, each with its own colours. Beside every colour stands how clearly it reads; one that can’t be read is not saved, and the nearest that can is one click away.',
            picture: shot('theme', 'Colours with their contrast, and the site beside them'),
          },
        ],
      }),
      put('Features', {
        title: 'The workshop',
        text: '',
        layout: 'turns',
        ground: 'paper',
        items: [
          {
            icon: 'none',
            title: 'Courses that go in order',
            text: 'Parts, lessons, quizzes, free previews. Students go on where they stopped; a quiz decides for itself whether it is passed.',
            picture: shot('editor', 'Parts and lessons of a course'),
          },
          {
            icon: 'none',
            title: 'A place to learn, not to click',
            text: 'The lesson, what comes next and how far one is. Everything else waits behind one menu.',
            picture: shot('player', 'A lesson in the player'),
          },
          {
            icon: 'none',
            title: 'A home for every student',
            text: 'What to go on with, what is new, what waits. The same on a phone, in a dark room and from right to left.',
            picture: shot('learner', 'A student’s dashboard with two courses'),
          },
        ],
      }),
      put('Steps', {
        title: 'From nothing to open',
        text: '',
        layout: 'row',
        ground: 'soft',
        items: [
          { title: 'Take a site', text: 'One of six, or an empty page. It has your name a minute later.' },
          {
            title: 'Put a course in',
            text: 'Write the first lesson, open it to everybody, add the others as they are done.',
          },
          {
            title: 'Say what it costs',
            text: 'Once, month by month or nothing at all. Then give the address to the first person.',
          },
        ],
      }),
      put('CallToAction', {
        title: 'See what is in it, line by line',
        text: '',
        label: 'All features',
        href: '/features',
        ground: 'primary',
      }),
    ],
  },
  {
    slug: 'use-cases',
    title: 'Use cases',
    description: 'Academies, studios, schools and teams: who teaches here, and how.',
    blocks: [
      put('Hero', {
        ...plain,
        layout: 'centred',
        title: 'Who teaches here',
        text: 'From one person with one course to a school with nineteen instructors. The product is the same; what you switch on is not.',
        buttons: [],
        ground: 'paper',
      }),
      put('CardList', {
        title: '',
        text: '',
        layout: 'grid',
        ground: 'soft',
        cards: [
          {
            picture: siteShot('academy', 'The site of an academy'),
            eyebrow: 'Many courses',
            title: 'The academy',
            text: 'Several instructors, one journal, one membership. Each instructor sees their own students; the owner sees the numbers.',
            href: '/features',
          },
          {
            picture: siteShot('university', 'The site of a university department'),
            eyebrow: 'Children and grades',
            title: 'The school',
            text: 'Parents follow their children. Grades are counted the same way for everyone, and written down.',
            href: '/features',
          },
          {
            picture: siteShot('yoga', 'The site of a yoga studio'),
            eyebrow: 'One room',
            title: 'The studio',
            text: 'A timetable, three teachers and a page that looks like the studio. The checkout does not get in the way.',
            href: '/features',
          },
          {
            picture: siteShot('bootcamp', 'The site of a bootcamp'),
            eyebrow: 'Twelve weeks',
            title: 'The bootcamp',
            text: 'A date, a price, a place. Quizzes each week that mark themselves, and a list of who is through.',
            href: '/features',
          },
          {
            picture: siteShot('language', 'The site of a language school'),
            eyebrow: 'Level by level',
            title: 'The language school',
            text: 'A first lesson that is open, levels that build on each other, and pages in both directions of writing.',
            href: '/features',
          },
          {
            picture: siteShot('photographer', 'The site of a photographer'),
            eyebrow: 'One person',
            title: 'The one-person course',
            text: 'Your pictures, your voice, one course that you are proud of. Half an afternoon to put it up.',
            href: '/features',
          },
        ],
      }),
      put('Quote', {
        eyebrow: 'Lumen Academy, Trieste',
        quote: '“We moved forty evenings of teaching in a weekend, and nobody asked us where the old site had gone.”',
        text: 'Helena Voss runs a school where astronomers and biologists teach photography.',
        buttons: [],
        picture: { src: '/pictures/portrait.svg', alt: '', width: 960, height: 1200 },
        layout: 'beside',
        ground: 'ink',
      }),
      put('CallToAction', {
        title: 'Yours is another?',
        text: 'Begin with an empty site and see how far it carries you.',
        label: 'Begin a site',
        href: '/signup',
        ground: 'accent',
      }),
    ],
  },
  {
    slug: 'features',
    title: 'Features',
    description: 'What the platform can do, in one list.',
    blocks: [
      put('Hero', {
        ...plain,
        title: 'What it can do',
        text: 'One list, without asterisks. What is not here, it can’t do yet.',
        buttons: [begin, { label: 'What it costs', href: '/pricing', look: 'line' }],
        ground: 'paper',
      }),
      put('Anchors', { items: anchorsTo('site', 'teaching', 'selling', 'people'), isFixed: false, ground: 'paper' }),
      put('Features', {
        title: 'Site',
        text: '',
        layout: 'grid',
        ground: 'soft',
        frame: { anchor: 'site' },
        items: points(
          [
            'sparkle',
            'Page builder',
            'Blocks with their own measure for desk, tablet and phone; drafts, versions, undo.',
          ],
          [
            'palette',
            'Themes',
            'Light, dark and night; fonts, corners, boxed or wide; contrast measured as you choose.',
          ],
          [
            'compass',
            'Menus',
            'Five levels, wide sheets of columns, another menu for phones, all by drag or by keyboard.',
          ],
          ['book', 'Journal', 'Posts with categories, covers, authors and a feed.'],
          ['target', 'Search', 'Over courses, posts, pages and people, in one box.'],
          ['lock', 'Consent', 'Nothing is asked of another server before a visitor agrees to it.'],
        ),
      }),
      put('Features', {
        title: 'Teaching',
        text: '',
        layout: 'grid',
        ground: 'paper',
        frame: { anchor: 'teaching', desk: { columns: 4 } },
        items: points(
          [
            'play',
            'Lessons',
            'Text, video, sound and files, in parts you put in order, open by date, by progress or by group.',
          ],
          ['check', 'Quizzes', 'A bank of questions, marks given on the server, each answer saved as it is given.'],
          ['degree', 'Grades', 'Counted the same way for everybody, with the way they were counted beside them.'],
          ['clock', 'Progress', 'Where one stopped, how long is left, what is passed.'],
          ['book', 'Assignments', 'Texts and files handed in, graded by rubrics, with a gradebook for the course.'],
          [
            'degree',
            'Certificates',
            'Your own design, a PDF in every language, and a page where anybody can verify it.',
          ],
        ),
      }),
      put('Features', {
        title: 'Selling',
        text: '',
        layout: 'grid',
        ground: 'soft',
        frame: { anchor: 'selling' },
        items: points(
          [
            'star',
            'Products and memberships',
            'Once, in parts or month by month, renewed by card or PayPal or paid by hand, in your currency.',
          ],
          ['award', 'Coupons', 'By sum or by share, with limits that hold when a hundred people press at once.'],
          ['download', 'Orders', 'A cart that survives a reload, a checkout on one page, tax, invoices and refunds.'],
          ['heart', 'Gifts and seats', 'Bought for somebody else, or for a whole team.'],
          ['people', 'Affiliates', 'Whoever recommends you earns a share, and gives it back with a refund.'],
          ['compass', 'Webhooks and API keys', 'Your other tools are told what happens, and read what you let them.'],
        ),
      }),
      put('Features', {
        title: 'People',
        text: '',
        layout: 'grid',
        ground: 'paper',
        frame: { anchor: 'people', desk: { columns: 4 } },
        items: points(
          ['people', 'Roles', 'Rights you can tick, for instructors, students, parents and your own.'],
          [
            'heart',
            'Parents',
            'A guardian sees which courses their child learns and how far they are, and nobody else’s.',
          ],
          ['mail', 'Notifications', 'They arrive without a reload, and wait where they were not read.'],
          ['star', 'Groups', 'Public or private, with a feed, polls and moderators.'],
          ['check', 'Messages', 'Between two or many, live, and sent again when the connection was lost.'],
          ['shield', 'Apart from each other', 'The database keeps every site’s people to itself.'],
        ),
      }),
      put('CallToAction', {
        title: 'See it at work',
        text: 'Thirty days of Starter are free.',
        label: 'What it costs',
        href: '/pricing',
        ground: 'accent',
      }),
    ],
  },
];

function points(...items: [icon: string, title: string, text: string][]) {
  return items.map(([icon, title, text]) => ({ icon, title, text, picture: noPicture }));
}

function anchorsTo(...names: string[]) {
  return names.map((name) => ({ label: `${name[0]?.toUpperCase()}${name.slice(1)}`, href: `#${name}` }));
}
