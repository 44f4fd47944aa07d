import type { SeedQuestion } from './exposure-questions.ts';

const statement = (prompt: string, answer: boolean, explanation: string): SeedQuestion => ({
  kind: 'truefalse',
  prompt,
  points: 1,
  options: [],
  answer,
  explanation,
});

/** The question bank of the pinhole course, by category; in no quiz, but drawn by one. */
export const bankCategories: { name: string; parent?: string; tag: string; questions: SeedQuestion[] }[] = [
  {
    name: 'Building the camera',
    tag: 'craft',
    questions: [
      statement(
        'The inside of the tin should be matt black.',
        true,
        'Light that is thrown back from bright metal veils the picture.',
      ),
      statement(
        'A torn edge of the hole makes the picture sharper.',
        false,
        'Every burr bends light: sand the edge until it is round and thin.',
      ),
      statement(
        'Black tape over the hole is shutter enough.',
        true,
        'Exposures take seconds, so a hand is fast enough to open and close it.',
      ),
    ],
  },
  {
    name: 'Light and paper',
    tag: 'exposure',
    questions: [
      statement(
        'Photographic paper can be handled under a red safelight.',
        true,
        'Ordinary black and white paper is blind to red.',
      ),
      statement(
        'On a cloudy day the exposure is shorter than in the sun.',
        false,
        'There is less light, so it takes longer: often four times as long.',
      ),
    ],
  },
  {
    name: 'Long exposures',
    parent: 'Light and paper',
    tag: 'exposure',
    questions: [
      statement(
        'People who walk through a picture of a minute leave no trace.',
        true,
        'They are at no place long enough to darken the paper.',
      ),
      statement(
        'Twice the metered time is always twice the darkening.',
        false,
        'In long exposures paper loses speed: beyond some seconds it needs more than the meter says.',
      ),
    ],
  },
];
