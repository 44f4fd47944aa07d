import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '#paths';
import { showError, showToast } from '#ui/overlays/toaster.tsx';
import type { TourWords } from './run-tour.ts';
import { firstStep, STEP_DELAY_MS, tourState } from './tour-state.ts';

const state = tourState(
  () => localStorage,
  () => sessionStorage,
);

let restart = () => {};

/** Starts the tour over. */
export const restartTour = () => restart();

export type Tour = {
  /** Continues at the saved step. */
  resume: () => void;
  /** Whether it was started in this browser and closed before its end. */
  isWaiting: () => boolean;
};

/** The guided tour of the shell: starts by itself at the first visit, and on request. */
export function useTour(isOnboard: boolean, showSide: (isShown: boolean) => void): Tour {
  const { t } = useTranslation('shell');
  const stop = useRef<() => void>(undefined);

  async function start(from: number) {
    stop.current?.();
    let runTour: typeof import('./run-tour.ts').runTour;
    try {
      ({ runTour } = await import('./run-tour.ts'));
    } catch {
      showError(t('notLoaded'));
      return;
    }
    const words: TourWords = {
      title: ({ id }) => t(`tour.step.${id}.title`),
      text: ({ id, isElsewhere }) =>
        [t(`tour.step.${id}.text`), ...(isElsewhere ? [t('tour.inYourMenu')] : [])].join(' '),
      progress: (current, total) => t('tour.progress', { current, total }),
      next: t('tour.next'),
      back: t('tour.back'),
      done: t('tour.done'),
      close: t('tour.close'),
    };
    stop.current = runTour({
      from,
      words,
      showSide,
      onStep: state.reach,
      onLeave: (step) => {
        state.leave();
        showToast(t('tour.waits', { step: step + 1 }), { action: { label: t('tour.resume'), onAction: resume } });
      },
      onFinish: () => {
        state.finish();
        location.assign(paths.about());
      },
    });
  }

  function resume() {
    void start(state.savedStep() ?? 0);
  }
  useEffect(() => {
    restart = () => {
      state.clear();
      void start(0);
    };
  });

  const begin = useEffectEvent(() => {
    const from = firstStep(state, isOnboard);
    if (from !== null) void start(from);
  });
  useEffect(() => {
    const timer = setTimeout(begin, STEP_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);

  return { resume, isWaiting: () => state.savedStep() !== null };
}
