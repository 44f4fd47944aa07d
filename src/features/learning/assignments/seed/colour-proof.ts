import type { Rubric } from '../rules.ts';

export const instructions = `<p>Choose one photograph of yours with a colour you remember well: a door, a fruit, somebody’s coat. Print it, put the print beside your screen, and write down where the two disagree.</p>
<ol><li>Name the colour space of the file and the profile of the paper.</li><li>Compare three patches: a neutral grey, the colour you remember, and the deepest shadow.</li><li>Say what you changed before the second print, and whether it helped.</li></ol>
<p>Hand in 200 to 400 words and a picture of your test strip. A phone picture of it is good enough.</p>`;

const levels = (full: string, part: string, none: string, points: number) => [
  { id: 'l1', title: full, points },
  { id: 'l2', title: part, points: points / 2 },
  { id: 'l3', title: none, points: 0 },
];

export const rubric: Rubric = [
  {
    id: 'c1',
    title: 'Names the spaces and profiles',
    levels: levels('Both, with a reason', 'One of them, or without a reason', 'Neither', 20),
  },
  {
    id: 'c2',
    title: 'Compares the patches',
    levels: levels('All three, with words anyone could check', 'Some of them', 'None', 20),
  },
  {
    id: 'c3',
    title: 'Draws a conclusion',
    levels: levels('Says what changed, and why', 'Says what changed', 'Says nothing of it', 10),
  },
];

type Step = {
  body: string;
  link: string;
  file?: string;
  handedInDaysAgo: number;
  grade?: { levels: Record<string, string>; feedback: string };
};

/** Who handed in what, the oldest first. */
export const works: { email: string; steps: Step[] }[] = [
  {
    email: 'student@demo.test',
    steps: [
      {
        body: 'The picture is the orange barrier at our bridge. The file is in a large working space; the paper is a matt cotton one with the profile of its maker.\n\nThe grey patch agrees. The orange on paper is darker and a little redder, because no ink on matt paper reaches what the screen shows. The shadow under the barrier fills in below a value of 14.\n\nFor the second print I lifted the shadows and left the orange alone: I now see that it is the paper, not a mistake. It helped.',
        link: '',
        handedInDaysAgo: 19,
        grade: {
          levels: { c1: 'l1', c2: 'l1', c3: 'l1' },
          feedback: 'You found the limit of the paper and stopped there. That is the whole art.',
        },
      },
    ],
  },
  {
    email: 'parent@demo.test',
    steps: [
      {
        body: 'I printed the red kettle in our kitchen. On the screen it glows; on paper it looks tired. The file says sRGB. I do not know about the paper.',
        link: '',
        file: 'kettle-strip.svg',
        handedInDaysAgo: 6,
        grade: {
          levels: { c1: 'l2', c2: 'l2', c3: 'l3' },
          feedback:
            'A good eye: “tired” is right. Look up the profile of your paper on its box, compare the grey as well, and hand it in again.',
        },
      },
      {
        body: 'The kettle again. The file says sRGB, and the box says the paper is a glossy one; I printed with its profile this time.\n\nGrey: the print is a little cooler than the screen. Red: the second print is nearer, but still less bright. Shadow: the handle is black in both.\n\nI made the picture a third of a stop brighter before the second print, because the screen stands by the window and is far too bright. That helped more than the profile.',
        link: '',
        handedInDaysAgo: 1.5,
      },
    ],
  },
];
