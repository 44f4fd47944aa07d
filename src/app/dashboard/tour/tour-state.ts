import { tourSteps } from './tour-steps.ts';

/** Between two steps, in milliseconds (specification, section 9). */
export const STEP_DELAY_MS = 200;

/** The specification's keys (section 3): the saved step, from 0, and that the tour was taken to its end. */
export const STEP_KEY = 'account-demo';
export const DONE_KEY = 'demo-done';
/** That the tour stands open in this window: it goes on where it was when the page is loaded anew. */
const OPEN_KEY = 'account-demo-open';

type Kept = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export type TourState = {
  /** The step to go on with; null where none is saved, or the tour is over. */
  savedStep: () => number | null;
  /** Whether nobody has begun it in this browser: where storage is closed that can't be known. */
  isUntouched: () => boolean;
  isOpen: () => boolean;
  reach: (step: number) => void;
  /** Left before its end: the step stays. */
  leave: () => void;
  finish: () => void;
  /** From the beginning, as if it had never been taken. */
  clear: () => void;
};

/** What is remembered of the tour. `local` is the browser's, `session` the window's. */
export function tourState(local: () => Kept, session: () => Kept): TourState {
  const attempt = <Value>(act: () => Value, otherwise: Value): Value => {
    try {
      return act();
    } catch {
      // A private window may keep nothing: the tour works, and is forgotten.
      return otherwise;
    }
  };
  const savedStep = () => {
    const text = attempt(() => local().getItem(STEP_KEY), null);
    const step = text === null || text.trim() === '' ? Number.NaN : Number(text);
    const isStep = Number.isInteger(step) && step >= 0 && step < tourSteps.length;
    return isStep && attempt(() => local().getItem(DONE_KEY), null) === null ? step : null;
  };
  return {
    savedStep,
    isUntouched: () => attempt(() => local().getItem(STEP_KEY) === null && local().getItem(DONE_KEY) === null, false),
    isOpen: () => attempt(() => session().getItem(OPEN_KEY) !== null, false),
    reach: (step) =>
      attempt(() => {
        local().setItem(STEP_KEY, String(step));
        session().setItem(OPEN_KEY, 'true');
      }, undefined),
    leave: () => attempt(() => session().removeItem(OPEN_KEY), undefined),
    finish: () =>
      attempt(() => {
        local().setItem(DONE_KEY, 'true');
        session().removeItem(OPEN_KEY);
      }, undefined),
    clear: () =>
      attempt(() => {
        local().removeItem(STEP_KEY);
        local().removeItem(DONE_KEY);
        session().removeItem(OPEN_KEY);
      }, undefined),
  };
}

/** Where the tour begins when the dashboard is opened, at whichever of its screens; null where it does not begin by itself. */
export function firstStep(state: TourState, isOnboard: boolean): number | null {
  if (state.isOpen()) return state.savedStep();
  return isOnboard && state.isUntouched() ? 0 : null;
}
