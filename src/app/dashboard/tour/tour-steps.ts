/** What a step may point at: the value of `data-tour` in the shell. `inSide` stands in the side bar, which a phone hides. */
export type TourTarget = { mark: string; inSide?: true };

/** `id` names the words, `tour.step.{id}` of the shell's strings. */
type Choice = TourTarget & { id: string };

const you: TourTarget = { mark: 'you', inSide: true };

/**
 * The eleven steps of the guided tour (specification, section 2). Of each, the first choice that is there for this person
 * on this screen; where none is, the last one's words stand in the middle and point at nothing.
 */
export const tourSteps: readonly (readonly Choice[])[] = [
  [{ id: 'menu', mark: 'menu', inSide: true }],
  [{ id: 'toggle', mark: 'toggle' }],
  [{ id: 'search', mark: 'search', inSide: true }],
  [
    { id: 'create', mark: 'create' },
    { id: 'home', mark: 'home' },
  ],
  [
    { id: 'site', mark: 'site' },
    { id: 'site', ...you },
  ],
  [
    { id: 'docs', mark: 'docs' },
    { id: 'docs', ...you },
  ],
  [
    { id: 'online', mark: 'online' },
    { id: 'support', ...you },
  ],
  [{ id: 'bell', mark: 'bell' }],
  [{ id: 'theme', mark: 'theme' }],
  [
    { id: 'account', mark: 'account' },
    { id: 'you', ...you },
  ],
  [
    { id: 'tour', mark: 'tour' },
    { id: 'tour', ...you },
  ],
];

/** `isElsewhere`: it usually stands in the bar and is shown in one's own menu now. */
export type ChosenStep = { id: string; target: TourTarget | null; isElsewhere: boolean };

/** What each step shows, by what is there. */
export function chooseSteps(isThere: (target: TourTarget) => boolean): ChosenStep[] {
  return tourSteps.map((choices) => {
    const chosen = choices.find(isThere);
    const last = choices.at(-1);
    return {
      id: (chosen ?? last)?.id ?? '',
      target: chosen ? { mark: chosen.mark, ...(chosen.inSide ? { inSide: true as const } : {}) } : null,
      isElsewhere: chosen !== undefined && chosen !== choices[0] && choices[0]?.id === chosen.id,
    };
  });
}
