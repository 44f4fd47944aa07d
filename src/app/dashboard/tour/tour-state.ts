import { tourSteps } from './tour-steps.ts';

/** Between two steps, in milliseconds (specification, section 9). */
export const STEP_DELAY_MS = 200;

/** The specification's keys (section 3): the saved step, from 0, and whether the tour was completed. */
export const STEP_KEY = 'account-demo';
export const DONE_KEY = 'demo-done';
/** Whether the tour is open in this window: it continues after a reload. */
const OPEN_KEY = 'account-demo-open';

type Kept = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export type TourState = {
  /** The step to resume; null where none is saved or the tour is completed. */
  savedStep: () => number | null;
  /** Whether it was never started in this browser; false where storage is blocked. */
  isUntouched: () => boolean;
  isOpen: () => boolean;
  reach: (step: number) => void;
  /** Closed before its end: the step is saved. */
  leave: () => void;
  finish: () => void;
  /** Starts over. */
  clear: () => void;
};

/** Stored state of the tour. `local` is the browser's storage, `session` the window's. */
export function tourState(local: () => Kept, session: () => Kept): TourState {
  const attempt = <Value>(act: () => Value, otherwise: Value): Value => {
    try {
      return act();
    } catch {
      // Storage is blocked: the tour works without a saved state.
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

/** The step with which the tour starts by itself when the dashboard opens; null where it does not. */
export function firstStep(state: TourState, isOnboard: boolean): number | null {
  if (state.isOpen()) return state.savedStep();
  return isOnboard && state.isUntouched() ? 0 : null;
}
