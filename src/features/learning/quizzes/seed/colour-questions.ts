import type { StudentAnswer } from '../rules.ts';
import type { SeedQuestion } from './exposure-questions.ts';

const listed = (...texts: string[]) => texts.map((text, index) => ({ id: String.fromCharCode(97 + index), text }));

/** The quiz of the colour course: every type that is more than a choice, one of them graded by hand. */
export const colourQuestions: SeedQuestion[] = [
  {
    kind: 'cloze',
    prompt: 'Complete what was said about screens and prints.',
    points: 3,
    options: [],
    answer: {
      text: 'A print is judged under a lamp of [[5000|5,000]] kelvin, beside a screen of about [[*120|40|400]] candela. If it looks dark, what was too bright was the [[screen|monitor|display]].',
    },
    explanation: 'Nine in ten complaints about dark prints end at a screen that is too bright.',
  },
  {
    kind: 'matching',
    prompt: 'Which rendering intent, and which space, is for what?',
    points: 4,
    parts: { rows: listed('A photograph', 'A logo', 'A page that everyone opens', 'The file you work in') },
    options: listed('Perceptual intent', 'Relative intent', 'sRGB', 'A large space', 'No profile at all'),
    answer: { a: 'a', b: 'b', c: 'c', d: 'd' },
    explanation: 'Work in a large space, deliver in a small one, and convert once, at the end.',
  },
  {
    kind: 'ordering',
    prompt: 'Put the way from the subject to the wall in order.',
    points: 4,
    options: listed(
      'Photograph a grey card in the light of the subject',
      'Take the white balance from the card',
      'Convert to the space of the paper',
      'Read the print under the right lamp',
    ),
    answer: ['a', 'b', 'c', 'd'],
    explanation: 'The card stands in the light before anything is decided; the lamp comes last.',
  },
  {
    kind: 'numeric',
    prompt:
      'A lamp has 5,000 kelvin. One million divided by that is its mired value, which filters are reckoned in. How much is it?',
    points: 2,
    options: [{ id: 'a', text: 'mired' }],
    answer: { value: 200, tolerance: 1, is_percent: false, factors: { a: 1 } },
    explanation: 'One million divided by 5,000 is 200 mired.',
  },
  {
    kind: 'essay',
    prompt: 'A friend says that their prints come out too dark. What would you ask and measure, and in which order?',
    points: 5,
    options: [],
    parts: { min_words: 30, max_words: 200 },
    answer: {
      guide: 'The screen before the printer (2), the lamp the print is read under (2), one thing at a time (1).',
    },
    explanation: 'The screen first: it is measured in a minute, and it is the cause in nine cases of ten.',
  },
  {
    kind: 'hotspot',
    prompt: 'Mark what you measure first, and what decides how the print looks.',
    figure: 'print-desk.svg',
    alt: 'A desk with a window, a grey card, a screen, a lamp and a print',
    points: 2,
    options: [],
    parts: {
      ratio: 1.8,
      description:
        'From left to right: a window in the upper left, a grey card on the desk below it, a screen in the middle of the image, a lamp at the upper right that shines down, and under it a print on the desk.',
    },
    answer: {
      regions: [
        {
          id: 'a',
          text: 'The screen',
          shape: 'rectangle',
          points: [
            [31, 29],
            [61.5, 77],
          ],
        },
        {
          id: 'b',
          text: 'The lamp',
          shape: 'polygon',
          points: [
            [70, 20],
            [77, 7],
            [86, 16],
            [86, 34],
            [79, 34],
          ],
        },
      ],
    },
    explanation: 'The screen is measured in a minute. A print has no light of its own: it is as bright as its lamp.',
  },
  {
    kind: 'labels',
    prompt: 'Which part of the histogram is which?',
    figure: 'histogram.svg',
    alt: 'A histogram with three hills over a strip from black to white',
    points: 3,
    parts: {
      ratio: 2.143,
      rows: [
        { id: 'a', text: 'The hill at the left, over black', x: 20, y: 30 },
        { id: 'b', text: 'The high hill in the middle, over grey', x: 51, y: 12 },
        { id: 'c', text: 'The hill at the right, over white', x: 81, y: 35 },
      ],
    },
    options: listed('Shadows', 'Midtones', 'Highlights', 'Colour cast'),
    answer: { a: 'a', b: 'b', c: 'c' },
    explanation: 'A histogram counts from black at the left to white at the right. It says nothing of colours.',
  },
  {
    kind: 'calculated',
    prompt: 'A print is to be {w} cm wide, with {p} pixels to the centimetre. How many pixels wide is the file?',
    points: 2,
    options: [],
    parts: {
      variables: [
        { name: 'w', min: 20, max: 60, decimals: 0 },
        { name: 'p', min: 80, max: 140, decimals: 0 },
      ],
    },
    answer: { formula: '{w} * {p}', steps: ['{w}', '{p}', '*'], tolerance: 1, is_percent: true, factors: {} },
    explanation: '{w} centimetres of {p} pixels each. A screen’s 72 to the inch say nothing of a print.',
  },
];

/** What the parent answered, who learns here too: one row is matched wrong, and the essay waits for the instructor. Options are named by their texts. */
export const colourAnswers: StudentAnswer[] = [
  { '1': '5000', '2': '120', '3': 'screen' },
  { a: 'Perceptual intent', b: 'Perceptual intent', c: 'sRGB', d: 'A large space' },
  [
    'Photograph a grey card in the light of the subject',
    'Take the white balance from the card',
    'Convert to the space of the paper',
    'Read the print under the right lamp',
  ],
  { value: 200, unit: 'a' },
  'First I would ask under which lamp they look at the print, and whether it is the same one every evening. Then I would measure how bright the screen is: at 300 candela everything that is printed looks dark beside it. Only when it stands at 120 would I print again, from the same file, and change nothing else.',
  {
    markers: [
      { x: 46, y: 50 },
      { x: 74, y: 88 },
    ],
  },
  { a: 'Shadows', b: 'Midtones', c: 'Highlights' },
  null,
];
