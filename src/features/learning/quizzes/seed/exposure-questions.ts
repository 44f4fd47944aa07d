import type { QuestionDraft } from '../drafts/rules.ts';

export type SeedQuestion = Omit<QuestionDraft, 'id' | 'figure' | 'parts'> &
  Partial<Pick<QuestionDraft, 'parts'>> & { figure?: string; alt?: string };

const choose = (...texts: string[]) => texts.map((text, index) => ({ id: String.fromCharCode(97 + index), text }));
const accepts = (...texts: string[]) => ({ texts, keep_case: false, keep_marks: false });

/** The quiz of "Light and exposure": six of ten points pass. */
export const exposureQuestions: SeedQuestion[] = [
  {
    kind: 'single',
    prompt: 'The meter suggests 1/250 s at f/4. You want more depth and choose f/8. Which time keeps the exposure?',
    figure: 'two-stops.svg',
    alt: 'A wide aperture marked f/4 beside a narrow one marked f/8: two stops less light',
    points: 1,
    options: choose('1/1000 s', '1/125 s', '1/60 s', '1/30 s'),
    answer: 'c',
    explanation:
      'From f/4 to f/8 are two stops less light, so the time must be four times as long: 1/250, 1/125, 1/60.',
  },
  {
    kind: 'truefalse',
    prompt: 'A higher ISO makes the sensor itself more sensitive to light.',
    points: 1,
    options: [],
    answer: false,
    explanation:
      'The sensor counts what arrives. ISO says how much the count is amplified before it is stored; the noise was there all along.',
  },
  {
    kind: 'single',
    prompt: 'A meadow under snow fills the frame. You follow the meter as it is. How does the snow come out?',
    points: 1,
    options: choose(
      'Pure white, without any drawing in it',
      'Grey, about two stops too dark',
      'Just as bright as you saw it',
      'Blue, but of the right brightness',
    ),
    answer: 'b',
    explanation:
      'A meter assumes that everything is of middle brightness and proposes what would make it so. For snow, add one and a half to two stops.',
  },
  {
    kind: 'multiple',
    prompt: 'Which changes make more of the scene look sharp from front to back?',
    points: 1,
    options: choose(
      'A smaller opening',
      'A wider opening',
      'More distance to the subject',
      'A shorter focal length',
      'A shorter time',
    ),
    answer: ['a', 'c', 'd'],
    explanation:
      'Depth of field grows with a smaller opening, a greater distance and a shorter focal length. Time decides movement, not depth.',
  },
  {
    kind: 'short',
    prompt:
      'A lamp that is small lights a face from 1 m. You move it to 2 m. How many stops of light does the face lose?',
    points: 1,
    options: [],
    answer: accepts('2', 'two', '2 stops', 'two stops'),
    explanation:
      'Twice the distance spreads the light over four times the area: a quarter of the light, and each halving is one stop.',
  },
  {
    kind: 'single',
    prompt: 'What decides whether a light is hard or soft?',
    points: 1,
    options: choose(
      'How strong it is',
      'Its colour temperature',
      'How large it looks from where the subject stands',
      'Whether it is the sun or a lamp',
    ),
    answer: 'c',
    explanation:
      'The sun is enormous and looks like a coin of half a degree: hard. An overcast sky covers everything above the horizon: soft.',
  },
  {
    kind: 'multiple',
    prompt: 'Which of these let in exactly as much light as f/8 at 1/125 s?',
    points: 1,
    options: choose('f/5.6 at 1/250 s', 'f/11 at 1/60 s', 'f/5.6 at 1/60 s', 'f/4 at 1/500 s', 'f/16 at 1/125 s'),
    answer: ['a', 'b', 'd'],
    explanation:
      'Each stop that the aperture gives, the time has to take. f/5.6 at 1/60 gives with both: two stops too bright.',
  },
  {
    kind: 'truefalse',
    prompt:
      'On a histogram, a hill that is cut off at the right edge means that some highlights hold no drawing any more.',
    points: 1,
    options: [],
    answer: true,
    explanation:
      'What is cut off at the right is white without detail, and nothing later brings it back. Ask what it is, and whether you mind.',
  },
  {
    kind: 'single',
    prompt:
      'A child plays at a table by lamplight. Your lens is stabilised; 1/15 s is sharp for the room and blurred for the child. What helps?',
    points: 1,
    options: choose(
      'A tripod',
      'A shorter time and a higher ISO',
      'A smaller opening',
      'A second stabiliser in the camera',
    ),
    answer: 'b',
    explanation:
      'A stabiliser or a tripod steadies the camera and never the subject. Choose the time for the movement, then raise ISO without guilt.',
  },
  {
    kind: 'short',
    prompt:
      'Light that squeezes through a very small opening spreads again behind it and softens the picture. What is this called?',
    points: 1,
    options: [],
    answer: accepts('diffraction', 'light diffraction', 'diffraction of light'),
    explanation: 'Diffraction: visible from about f/16 on a full-frame camera, f/11 on a smaller sensor.',
  },
];

/** The quiz of the pinhole course: short, timed, three attempts. */
export const pinholeQuestions: SeedQuestion[] = [
  {
    kind: 'single',
    prompt: 'Your tin is 100 mm deep. How wide should the hole be?',
    points: 2,
    options: choose('0.04 mm', '0.4 mm', '4 mm', '1 mm'),
    answer: 'b',
    explanation: '0.04 times the square root of 100 is 0.4 mm.',
  },
  {
    kind: 'short',
    prompt: 'Distance 100 mm, hole 0.4 mm. Which aperture is that?',
    points: 2,
    options: [],
    answer: accepts('f/250', '250', 'f250', 'f 250'),
    explanation: 'Distance divided by diameter: 100 divided by 0.4 is 250.',
  },
  {
    kind: 'truefalse',
    prompt: 'The smaller the hole, the sharper the picture, without end.',
    points: 1,
    options: [],
    answer: false,
    explanation: 'Past the best size light spreads behind the hole and the picture blurs again.',
  },
  {
    kind: 'multiple',
    prompt: 'What is true of the picture on the wall of a dark room?',
    points: 2,
    options: choose('It is upside down', 'It is in colour', 'It needs a lens', 'It is brighter with a smaller hole'),
    answer: ['a', 'b'],
    explanation:
      'Rays cross in the hole, so top and bottom change places; nothing takes the colour away, and no lens is needed.',
  },
];
