import { beforeEach, describe, expect, test } from 'vitest';
import { createTranslations } from '../../i18n/translations.ts';
import { DONE_KEY, firstStep, STEP_DELAY_MS, STEP_KEY, type TourState, tourState } from './tour-state.ts';
import { chooseSteps, type TourTarget, tourSteps } from './tour-steps.ts';

function storage() {
  const stored = new Map<string, string>();
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
}

let local: ReturnType<typeof storage>;
let session: ReturnType<typeof storage>;
let state: TourState;
beforeEach(() => {
  local = storage();
  session = storage();
  state = tourState(
    () => local,
    () => session,
  );
});

describe('the tour', () => {
  test('has eleven steps, each with words in both directions of writing', () => {
    expect(tourSteps).toHaveLength(11);
    for (const locale of ['en', 'ar']) {
      const { t } = createTranslations()(locale);
      for (const { id } of tourSteps.flat())
        for (const part of ['title', 'text']) expect(t(`shell:tour.step.${id}.${part}`), id).not.toContain('tour.step');
    }
  });

  test('waits so long between two steps', () => expect(STEP_DELAY_MS).toBe(200));

  test.each([
    [true, 0],
    [false, null],
  ])('begins by itself where onboard is %j: %j', (isOnboard, step) => expect(firstStep(state, isOnboard)).toBe(step));

  test('does not begin by itself where a step is saved, or it was taken', () => {
    local.setItem(STEP_KEY, '3');
    expect(firstStep(state, true)).toBeNull();
    state.clear();
    state.finish();
    expect(firstStep(state, true)).toBeNull();
  });

  test('goes on at its step when the page is loaded anew, wherever that is', () => {
    state.reach(4);
    expect(local.getItem(STEP_KEY)).toBe('4');
    expect(firstStep(state, false)).toBe(4);
  });

  test('once left waits at its step and does not come back by itself', () => {
    state.reach(4);
    state.leave();
    expect(firstStep(state, true)).toBeNull();
    expect(state.savedStep()).toBe(4);
  });

  test('once at its end is done, and begun anew it knows no step', () => {
    state.reach(10);
    state.finish();
    expect(local.getItem(DONE_KEY)).toBe('true');
    expect(state.savedStep()).toBeNull();
    expect(firstStep(state, true)).toBeNull();
    state.clear();
    expect([local.getItem(STEP_KEY), local.getItem(DONE_KEY)]).toEqual([null, null]);
    expect(state.isUntouched()).toBe(true);
  });

  test.each(['x', '-1', '11', '1.5', ''])('takes a saved step of %j for none', (text) => {
    local.setItem(STEP_KEY, text);
    expect(state.savedStep()).toBeNull();
  });

  test('works where nothing can be kept, and does not begin by itself there', () => {
    const closed = () => {
      throw new Error('closed');
    };
    const shut = tourState(closed, closed);
    shut.reach(2);
    shut.finish();
    shut.clear();
    expect(firstStep(shut, true)).toBeNull();
  });
});

describe('each step shows what is there', () => {
  const steps = (isThere: (target: TourTarget) => boolean) => chooseSteps(isThere);
  const marks = (list: ReturnType<typeof steps>) => list.map(({ target }) => target?.mark ?? null);

  test('for who manages a site on a wide screen', () => {
    const all = steps(() => true);
    expect(all.map(({ id }) => id)).toEqual([
      'menu',
      'toggle',
      'search',
      'create',
      'site',
      'docs',
      'online',
      'bell',
      'theme',
      'account',
      'tour',
    ]);
    expect(marks(all)).toEqual(all.map(({ id }) => id));
    expect(all.filter(({ isElsewhere }) => isElsewhere)).toEqual([]);
  });

  test('for who learns, on a phone', () => {
    const hidden = ['create', 'site', 'docs', 'online', 'account', 'tour'];
    const all = steps(({ mark }) => !hidden.includes(mark));
    expect(all.map(({ id }) => id)).toEqual([
      'menu',
      'toggle',
      'search',
      'home',
      'site',
      'docs',
      'support',
      'bell',
      'theme',
      'you',
      'tour',
    ]);
    expect(marks(all)).toEqual([
      'menu',
      'toggle',
      'search',
      'home',
      'you',
      'you',
      'you',
      'bell',
      'theme',
      'you',
      'you',
    ]);
    expect(all.filter(({ isElsewhere }) => isElsewhere).map(({ id }) => id)).toEqual(['site', 'docs', 'tour']);
  });

  test('where nothing is there, all eleven still have their words', () => {
    const all = steps(() => false);
    expect(all).toHaveLength(11);
    expect(marks(all)).toEqual(all.map(() => null));
    expect(all.every(({ id }) => id.length > 0)).toBe(true);
  });
});
