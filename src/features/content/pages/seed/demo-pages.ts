import { drawing, put, type SeedPage } from './block-writing.ts';

const portrait = (name: string, alt: string) => drawing(`p-${name}.svg`, alt, 640, 640);

/** Lumen's other seven pages. */
export const demoPages: SeedPage[] = [
  {
    slug: 'about',
    title: 'About',
    description: 'A school for looking, founded in Trieste in 2014.',
    blocks: [
      put('Hero', {
        title: 'A school for looking',
        text: 'Founded in Trieste in 2014 by an astronomer and a printer who shared a darkroom and could not agree on what a photograph is for.',
        buttons: [{ label: 'Who teaches here', href: '/instructors', look: 'primary' }],
        picture: drawing('lumen-aperture.svg', 'Light through the blades of an aperture', 960, 640),
        layout: 'beside',
        ground: 'paper',
        note: '',
        noteEnd: '',
      }),
      put('RichText', {
        title: 'How it began',
        ground: 'soft',
        html: '<p>Helena Voss was measuring the brightness of variable stars and needed prints that did not lie. Marc Aubert was making prints and wanted to know why some of them did. For two winters they taught each other on Thursday evenings: she brought the physics, he brought the paper. In the third winter eleven people asked whether they could come too.</p><p>The school grew the way a darkroom print does: slowly, from the shadows up. Tomás Rivera teaches the courses today. Each was written with somebody who still uses photography for something else: they count plankton, keep seeds, print for museums, find comets. That is the one condition for a course here.</p><h3>What we believe</h3><ul><li>Seeing comes before the camera, and stays after it.</li><li>One honest look by another person teaches more than ten tutorials.</li><li>A rule is worth knowing when you can say what it costs to break it.</li></ul>',
      }),
      put('Stats', {
        title: '',
        layout: 'row',
        ground: 'accent',
        items: [
          { value: '2014', text: 'the first Thursday evening' },
          { value: '6', text: 'people behind the courses, all with another profession' },
          { value: '34', text: 'lessons in six courses' },
        ],
      }),
      put('CallToAction', {
        title: 'Begin with one lesson',
        text: 'The first lesson of every course is open to everyone.',
        label: 'See the courses',
        href: '/course',
        ground: 'primary',
      }),
    ],
  },
  {
    slug: 'membership',
    title: 'Membership',
    description: 'Every course and the evenings with Tomás, a month at a time.',
    blocks: [
      put('MembershipPlans', {
        title: 'Membership',
        text: 'Every course, for one price. You pay for the months you want.',
        most: 3,
        ground: 'soft',
      }),
      put('RichText', {
        title: 'What a critique is',
        ground: 'paper',
        html: '<p>You mail one photograph and one question. Within two days your instructor answers in writing, with marks on the picture: where the eye enters, where it leaves, what the light does and what it could do. There is no score.</p><blockquote>“The horizon is not crooked. You are: you leaned away from the cold side of the room. Try it again from the window.”</blockquote><p>Keep each critique with its picture: in a year you can read what you used to get wrong.</p>',
      }),
      put('Faq', {
        title: 'About membership',
        layout: 'open',
        ground: 'soft',
        items: [
          {
            question: 'Can I pause?',
            answer: 'Yes, on the page of your orders. Your notes, pictures and progress wait for you.',
          },
          {
            question: 'Is there a price for students?',
            answer: 'Half, with any proof of study. Write to us from the contact page.',
          },
          {
            question: 'Is it renewed by itself?',
            answer:
              'Yes, month by month until you cancel, which you do on the page of your orders. If you pay by bank transfer, each month comes as an order to pay, and nothing is taken from your account.',
          },
        ],
      }),
    ],
  },
  {
    slug: 'instructors',
    title: 'Instructors',
    description: 'Who teaches here, and who the courses were written with.',
    blocks: [
      put('Hero', {
        title: 'They use it for something else',
        text: 'Tomás Rivera teaches the courses. Each was written with somebody whose profession cannot do without photographs.',
        buttons: [],
        picture: { src: '', alt: '' },
        layout: 'plain',
        ground: 'paper',
        note: '',
        noteEnd: '',
      }),
      put('Columns', {
        count: '3',
        ground: 'soft',
        one: [
          put('Card', {
            picture: portrait('tomas', 'Portrait of Tomás Rivera'),
            title: 'Tomás Rivera',
            text: 'Lights buildings for a living, and teaches every course here, beginning with a glass of water, a torch and an hour of patience.',
            label: 'Light and exposure',
            href: '/course/light-and-exposure',
          }),
          put('Card', {
            picture: portrait('noor', 'Portrait of Noor Haddad'),
            title: 'Noor Haddad',
            text: 'Botanist at a seed bank. “Macro botany” was written with her: a leaf as the insect sees it that lands on it.',
            label: 'Macro botany',
            href: '/course/macro-botany',
          }),
        ],
        two: [
          put('Card', {
            picture: portrait('ines', 'Portrait of Ines Marchetti'),
            title: 'Dr. Ines Marchetti',
            text: 'Fourteen years at a marine station. “Seeing cells” was written with her, and begins with pond water.',
            label: 'Seeing cells',
            href: '/course/seeing-cells',
          }),
          put('Card', {
            picture: portrait('marc', 'Portrait of Marc Aubert'),
            title: 'Marc Aubert',
            text: 'Prints for three museums. “Colour you can trust” was written with him: why your screen and your paper disagree.',
            label: 'Colour you can trust',
            href: '/course/colour-you-can-trust',
          }),
        ],
        three: [
          put('Card', {
            picture: portrait('kenji', 'Portrait of Kenji Watanabe'),
            title: 'Kenji Watanabe',
            text: 'Finds comets from a balcony in Osaka, eleven floors over a railway station. “Astrophotography” was written from his notebooks.',
            label: 'Astrophotography',
            href: '/course/astrophotography-from-a-city-balcony',
          }),
          put('Card', {
            picture: portrait('helena', 'Portrait of Helena Voss'),
            title: 'Helena Voss',
            text: 'Founded the school. Measures stars at night and reads landscapes by day, in that order of importance.',
            label: 'The journal',
            href: '/blog',
          }),
        ],
        four: [],
      }),
      put('CallToAction', {
        title: 'Teach with us',
        text: 'If you can’t do your work without a camera, we would like to hear how.',
        label: 'Write to Helena',
        href: 'mailto:helena@lumen.example',
        ground: 'ink',
      }),
    ],
  },
  {
    slug: 'contact',
    title: 'Contact',
    description: 'How to reach Lumen Academy.',
    blocks: [
      put('RichText', {
        title: 'Contact',
        ground: 'paper',
        html: '<p>Whatever it is about, a person reads it and answers:</p><table><tbody><tr><th>Membership and orders</th><td><a href="mailto:office@lumen.example">office@lumen.example</a>, answered on working days by noon</td></tr><tr><th>Schools and teams</th><td><a href="mailto:studio@lumen.example">studio@lumen.example</a></td></tr><tr><th>By telephone</th><td>+39 040 555 0142, Tuesday and Thursday, 14:00 to 17:00 in Trieste</td></tr><tr><th>By post</th><td>Lumen Academy, Via della Madonnina 12, 34131 Trieste</td></tr></tbody></table><h2>Visiting</h2><p>The darkroom is open on the first Saturday of the month, from ten to six. Bring a negative; we have the paper. The stairs are steep and there is no lift: tell us if that is in your way and we come down with the enlarger.</p>',
      }),
      put('Picture', {
        picture: drawing('lumen-darkroom.svg', 'The darkroom: a red lamp over a tray', 960, 640),
        caption: 'The darkroom in Via della Madonnina, drawn by a member from memory.',
        width: 'page',
        ground: 'paper',
      }),
      put('Form', {
        title: 'Come and see it',
        text: 'Tell us who is coming and we find a day. It takes a minute.',
        form: '00000000-0000-7000-8000-0000000f0001',
        ground: 'soft',
      }),
    ],
  },
  {
    slug: 'faq',
    title: 'Questions',
    description: 'What people ask before they begin.',
    blocks: [
      put('Faq', {
        title: 'Questions',
        layout: 'folded',
        ground: 'paper',
        items: [
          {
            question: 'Which course should I begin with?',
            answer:
              'If you are not sure: “A pinhole camera in an afternoon”. It is free, needs a box and foil, and teaches in three hours what a lens is for.',
          },
          {
            question: 'Do lessons open all at once?',
            answer: 'Yes, from the first day. Take one a week all the same: the picture in between is the point.',
          },
          {
            question: 'What if I fall behind?',
            answer: 'Nothing closes. Each lesson stays open, and the course goes on where you left it.',
          },
          {
            question: 'How do I pay?',
            answer:
              'By bank transfer. The order tells you the account and the number to name; the course opens when it arrives.',
          },
          {
            question: 'Can I have my money back?',
            answer: 'Within thirty days, if you have opened less than half of the lessons. You need not say why.',
          },
        ],
      }),
    ],
  },
  {
    slug: 'terms',
    title: 'Terms',
    description: 'The agreement between you and Lumen Academy.',
    blocks: [
      put('RichText', {
        title: 'Terms',
        ground: 'paper',
        html: '<p>These terms apply from 1 September 2026. They are written to be read.</p><h2>1. What you get</h2><p>A course you buy is yours to use for as long as the academy exists, and for at least three years. A membership opens every course while it runs.</p><h2>2. What you keep</h2><p>Your photographs are yours. By sending one in for critique you let the instructor see it. Nothing else follows from it.</p><h2>3. What we ask</h2><p>Use your own account, be kind in writing, and do not publish lessons elsewhere.</p><h2>4. Ending</h2><p>A membership runs to the end of the period you paid for and ends there by itself. We may end one that is used to harm others, and return what is left of the fee.</p><h2>5. Money back</h2><p>Within thirty days of buying a course, if less than half of its lessons were opened.</p><h2>6. Law</h2><p>Italian law applies. If you are a consumer in the European Union, the protection of your own country’s law stays with you.</p>',
      }),
    ],
  },
  {
    slug: 'privacy',
    title: 'Privacy',
    description: 'What Lumen Academy knows of you and why.',
    blocks: [
      put('RichText', {
        title: 'Privacy',
        ground: 'paper',
        html: '<p>We keep what the school needs to teach you, and nothing to sell.</p><h2>What we keep</h2><ul><li>Your name, e-mail address and language, from the day you sign up.</li><li>Which lessons you finished, your answers, notes and pictures, so that you can go on where you left.</li><li>Orders, for ten years, because the law asks for it.</li></ul><h2>Cookies</h2><p>One cookie keeps you signed in. A second one remembers your language. Anything that counts visits waits until you have said yes, and you can take that back at the foot of every page.</p><h2>Who else sees it</h2><p>Your instructor sees your course and what you send in there. The company that runs our servers, in Frankfurt, sees encrypted disks.</p><h2>Your rights</h2><p>You can download everything we hold, correct it, or delete your account from your own page. If we do that badly, the Garante in Rome will hear you out.</p>',
      }),
    ],
  },
];
