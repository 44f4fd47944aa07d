/** A target of a step: the value of `data-tour` in the shell. `inSide`: in the side bar, which phones hide. */
export type TourTarget = { mark: string; inSide?: true };

/** `id` names the text, `tour.step.{id}` of the shell's texts. */
type Choice = TourTarget & { id: string };

const you: TourTarget = { mark: 'you', inSide: true };

/**
 * The eleven steps of the guided tour (specification, section 2). Each shows its first target on this screen; without one,
 * the last target's text is shown in the middle.
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

/** `isElsewhere`: usually in the top bar, now in the user's own menu. */
export type ChosenStep = { id: string; target: TourTarget | null; isElsewhere: boolean };

/** The steps with the targets on this screen. */
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
