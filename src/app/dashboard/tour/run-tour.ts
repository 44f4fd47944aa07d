import { type Driver, type DriveStep, driver, type PopoverDOM } from 'driver.js';
import { STEP_DELAY_MS } from './tour-state.ts';
import { type ChosenStep, chooseSteps, type TourTarget } from './tour-steps.ts';

export type TourWords = {
  title: (step: ChosenStep) => string;
  text: (step: ChosenStep) => string;
  progress: (current: number, total: number) => string;
  next: string;
  back: string;
  done: string;
  close: string;
};

export type TourOptions = {
  from: number;
  words: TourWords;
  /** Opens or closes the side bar on narrow screens. */
  showSide: (isShown: boolean) => void;
  onStep: (step: number) => void;
  onLeave: (step: number) => void;
  onFinish: () => void;
};

const narrow = '(max-width: 47.99rem)';

function elementOf({ mark }: TourTarget): Element | null {
  // A screen's heading needs no `data-tour`: every screen has one.
  return document.querySelector(mark === 'home' ? '#content h1' : `[data-tour="${mark}"]`);
}

/** On narrow screens the side bar is opened for its own targets; other hidden targets are skipped. */
function isThere(target: TourTarget): boolean {
  const element = elementOf(target);
  if (!element) return false;
  return (target.inSide === true && matchMedia(narrow).matches) || element.getClientRects().length > 0;
}

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** Runs the guided tour. Returns a function that ends it like leaving it. */
export function runTour({ from, words, showSide, onStep, onLeave, onFinish }: TourOptions): () => void {
  const screen = matchMedia(narrow);
  let steps: ChosenStep[] = [];
  let at = from;
  let isMoving = false;
  let isOver = false;

  const tour: Driver = driver({
    animate: !matchMedia('(prefers-reduced-motion: reduce)').matches,
    duration: 200,
    overlayColor: 'black',
    overlayOpacity: 0.5,
    stagePadding: 4,
    stageRadius: 8,
    popoverOffset: 8,
    popoverClass: 'tour',
    disableActiveInteraction: true,
    // The library's own keys ignore right-to-left, and a click outside would end the tour.
    allowKeyboardControl: false,
    overlayClickBehavior: () => {},
    onNextClick: () => void move(at + 1),
    onPrevClick: () => void move(at - 1),
    onCloseClick: () => end(() => onLeave(at)),
    onPopoverRender: (popover) => renderPopover(popover, words, at, steps.length),
    // The library marks its target as a dialog opener; ours is a wrapper that opens nothing.
    onHighlighted: (element) => {
      for (const name of ['aria-haspopup', 'aria-expanded', 'aria-controls']) element?.removeAttribute(name);
    },
  });

  /** Targets are found again at every step: the window may have been resized. */
  function prepare(): void {
    steps = chooseSteps(isThere);
    tour.setConfig({ ...tour.getConfig(), steps: steps.map((step) => driveStepOf(step, words, screen.matches)) });
  }

  async function move(to: number): Promise<void> {
    if (isMoving || isOver || to < 0) return;
    if (to >= steps.length) return end(onFinish);
    isMoving = true;
    await new Promise((resolve) => setTimeout(resolve, STEP_DELAY_MS));
    if (!isOver) await show(to);
    isMoving = false;
  }

  async function show(to: number): Promise<void> {
    prepare();
    if (screen.matches) showSide(steps[to]?.target?.inSide === true);
    // A target that was just opened has its position after the next paint.
    await nextFrame();
    await nextFrame();
    if (isOver) return;
    at = to;
    onStep(to);
    tour.drive(to);
  }

  function end(onEnd: () => void): void {
    if (isOver) return;
    isOver = true;
    screen.removeEventListener('change', again);
    window.removeEventListener('keydown', press, true);
    if (screen.matches) showSide(false);
    tour.destroy();
    onEnd();
  }

  const again = () => void show(at);
  const press = (event: KeyboardEvent) =>
    handleKey(event, { next: () => move(at + 1), back: () => move(at - 1), leave: () => end(() => onLeave(at)) });

  screen.addEventListener('change', again);
  window.addEventListener('keydown', press, true);
  void show(from);
  return () => end(() => onLeave(at));
}

const isMirrored = () => document.documentElement.dir === 'rtl';

function driveStepOf(step: ChosenStep, words: TourWords, isNarrow: boolean): DriveStep {
  const { target } = step;
  const isInSide = target?.inSide === true && !isNarrow;
  const side = isInSide ? (isMirrored() ? 'left' : 'right') : 'bottom';
  return {
    ...(target ? { element: () => elementOf(target) ?? document.body } : {}),
    popover: { title: words.title(step), description: words.text(step), side, align: isMirrored() ? 'end' : 'start' },
  };
}

function renderPopover(popover: PopoverDOM, words: TourWords, at: number, count: number): void {
  popover.wrapper.setAttribute('aria-modal', 'true');
  popover.wrapper.dir = document.documentElement.dir;
  // `header` and `footer` of the popover would be landmarks of the page.
  const heading = document.createElement('h2');
  heading.textContent = popover.title.textContent;
  popover.title.replaceChildren(heading);
  for (const part of [popover.title, popover.footer]) part.setAttribute('role', 'presentation');
  popover.closeButton.setAttribute('aria-label', words.close);
  const progress = document.createElement('span');
  progress.className = 'tour-progress';
  progress.textContent = words.progress(at + 1, count);
  popover.footer.prepend(progress);
  popover.previousButton.textContent = words.back;
  popover.previousButton.hidden = at === 0;
  popover.nextButton.textContent = at === count - 1 ? words.done : words.next;
  // The library focuses the close button; "Next" is more useful.
  queueMicrotask(() => popover.nextButton.focus());
}

type KeyActions = { next: () => unknown; back: () => unknown; leave: () => unknown };

function handleKey(event: KeyboardEvent, { next, back, leave }: KeyActions): void {
  const [forward, backward] = isMirrored() ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft'];
  // The palette would open below the overlay.
  const isPalette = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k';
  const actions: Record<string, () => unknown> = { [forward]: next, [backward]: back, Escape: leave };
  const action = isPalette ? () => {} : actions[event.key];
  if (!action) return;
  event.preventDefault();
  event.stopPropagation();
  void action();
}
