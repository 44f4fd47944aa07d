import { drawing, face, put, type SeedPage } from './block-writing.ts';

const hero = drawing('lumen-hero.svg', '', 1600, 900);

/** Lumen's home page. */
export const demoHome: SeedPage = {
  slug: 'home',
  title: 'Home',
  picture: hero.src,
  description:
    'Photography taught by people who use it as an instrument: astronomers, biologists, printers and portraitists.',
  blocks: [
    put('Hero', {
      title: 'Learn to see\nthe way light does',
      text: 'Photography taught by people who use it as an instrument: astronomers, biologists, printers and portraitists. One camera, any camera.',
      buttons: [
        { label: 'Browse the courses', href: '/course', look: 'accent' },
        { label: 'Read a lesson first', href: '/course/light-and-exposure', look: 'clear' },
      ],
      picture: hero,
      layout: 'behind',
      ground: 'ink',
      note: 'Sunrise at the limb, drawn for the course “Reading a landscape”',
      noteEnd: '1/4000 s  f/8  ISO 200  85 mm',
    }),
    put('CourseGrid', { title: 'Where members begin', text: '', link: 'All courses', most: 5, layout: 'first' }),
    put('Stats', {
      title: 'Skills you can hold up to the window',
      layout: 'beside',
      ground: 'paper',
      items: [
        { value: '6', text: 'courses, from a pinhole camera to the night sky over a balcony' },
        { value: '34', text: 'lessons, each with one idea and one way to try it tonight' },
        { value: '8', text: 'of them open to everyone, to read before you decide' },
        { value: '12', text: 'essays in the journal, free to read' },
      ],
    }),
    put('Quote', {
      eyebrow: 'Behind a course',
      quote: '“A microscope is a camera that refuses to hurry.”',
      text: 'Dr. Ines Marchetti ran the imaging lab of a marine station for fourteen years. “Seeing cells” was written with her: a 60 € student microscope, a phone and pond water are all it takes.',
      buttons: [
        { label: 'The course', href: '/course/seeing-cells', look: 'line' },
        { label: 'Who teaches here', href: '/instructors', look: 'clear' },
      ],
      picture: drawing('lumen-window.svg', 'A woman in profile before a window of six bright panes', 960, 640),
      layout: 'full',
      ground: 'ink',
    }),
    put('Testimonials', {
      title: '',
      ground: 'paper',
      voices: [
        {
          quote:
            '“I had owned a good camera for ten years. In week three Tomás asked me to photograph a glass of water for an hour. I have not used automatic since.”',
          name: 'Priya Raman',
          role: 'Civil engineer, Pune',
          picture: face('priya'),
        },
        {
          quote: 'The written critiques are worth the membership alone. Somebody really looked.',
          name: 'Oleg Petrenko',
          role: 'Light and exposure',
          picture: face('oleg'),
        },
        {
          quote: 'My pupils now bring me pond water. I blame week two.',
          name: 'Elif Kaya',
          role: 'Seeing cells',
          picture: face('elif'),
        },
      ],
    }),
    put('Columns', {
      count: '3',
      ground: 'soft',
      one: [
        put('Card', {
          picture: drawing('lumen-darkroom.svg', 'A red lamp over a developing tray', 960, 640),
          title: 'One subject a week',
          text: 'Each week has one idea, one way to try it tonight, and one picture to make by Sunday. Nothing is taught that you will not use before the next lesson.',
        }),
      ],
      two: [
        put('Card', {
          picture: drawing('lumen-spectrum.svg', 'A beam of light fanned out by a prism', 960, 640),
          title: 'Physics without fear',
          text: 'Why the sky is blue, why shade is cold, why a lens has a best aperture: told with a prism, a torch and a bowl of milk, and never with a formula first.',
        }),
      ],
      three: [
        put('Card', {
          picture: drawing('lumen-landscape.svg', 'Hills one behind the other in evening haze', 960, 640),
          title: 'Somebody looks',
          text: 'You send in a picture, an instructor writes back: what works, what the eye does, what to try next. Usually within two days, always by a person.',
        }),
      ],
      four: [],
    }),
    put('Pricing', {
      title: 'Become a member',
      text: 'Or buy a single course and keep it.',
      layout: 'cards',
      ground: 'soft',
      plans: [
        {
          name: 'Viewfinder',
          note: 'Look around first',
          price: '€0',
          per: 'for as long as you like',
          points: 'The first lesson of every course\nThe journal and its archive\nOne photo walk a month',
          label: 'Create an account',
          href: '/signup',
          isChosen: false,
        },
        {
          name: 'Lumen membership',
          note: 'A month at a time',
          price: '€20',
          per: 'a month, paid by hand',
          points: 'Every course of the academy\nThe monthly evening with Tomás\nNew courses for members as they open',
          label: 'See the membership',
          href: '/membership',
          isChosen: true,
        },
      ],
    }),
    put('Faq', {
      title: 'Before you ask',
      layout: 'folded',
      ground: 'paper',
      items: [
        {
          question: 'Is my camera good enough?',
          answer:
            'Yes. Half of the courses can be finished with a phone, and every course page says so before you pay. The two that need a telescope or a microscope lend you one.',
        },
        {
          question: 'How much time should I keep free?',
          answer:
            'Two to three hours a week: one for the lesson, the rest for the picture. Lessons stay open after the course has ended, so a busy week costs you nothing but the week.',
        },
        {
          question: 'Who looks at my pictures?',
          answer:
            'The instructor of the course, in writing. Nobody else does, and nothing of yours is used to train anything.',
        },
        {
          question: 'Can I stop, and what happens then?',
          answer:
            'A membership ends by itself with the month you paid for: nothing has to be cancelled. A course you bought stays yours.',
        },
        {
          question: 'Do you teach in other languages?',
          answer:
            'The site speaks English and Arabic. Lessons are in English with subtitles; the workshop on the pinhole camera is also taught in Arabic.',
        },
      ],
    }),
    put('Newsletter', {
      title: 'One picture, every Sunday',
      text: 'How it was made, in five short paragraphs.',
      form: '',
      ground: 'accent',
    }),
  ],
};
