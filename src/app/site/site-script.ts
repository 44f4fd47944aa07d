/**
 * The one script of public pages: small, without a framework. It wakes islands; React comes with the first of them.
 */
import { showCartCount } from '#features/orders/components/cart-count.ts';
import { behave } from './page-behaviour.ts';

const registered = document.querySelectorAll<HTMLElement>('[data-island]');
const interactions = ['pointerdown', 'keydown', 'focusin'] as const;

function wake(element: HTMLElement): Promise<void> {
  element.dataset.woken ??= '1';
  return import('./wake-island.tsx').then((module) => module.wakeIsland(element));
}

const hasSession = document.cookie.includes('sb-stoa-auth-token');

behave();
showCartCount();

for (const element of registered) {
  if (element.dataset.session !== undefined && !hasSession) continue;
  if (element.dataset.when === 'visible' || (hasSession && element.dataset.keen !== undefined)) {
    new IntersectionObserver((entries, observer) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      void wake(element);
    }).observe(element);
  } else if (element.dataset.when === 'idle') {
    whenIdle(() => void wake(element));
  } else {
    wakeOnInteraction(element);
  }
}

const PRESSED = 'button, a, [role="button"], input, select, textarea, label, summary';
/** A field is filled in without a script too; alive, its form reads what stands in it. */
const FILLED = 'select, textarea, label, input:not([type="submit"], [type="image"], [type="button"])';

/** The click that wakes an island is not lost: it is given to what was clicked once that is alive. */
function wakeOnInteraction(element: HTMLElement): void {
  let clicked: HTMLElement | null = null;
  const onClick = (event: Event) => {
    const pressed = (event.target as HTMLElement).closest<HTMLElement>(PRESSED);
    if (pressed?.matches(FILLED)) return;
    event.preventDefault();
    event.stopPropagation();
    clicked = pressed;
  };
  const begin = () => {
    for (const name of interactions) element.removeEventListener(name, begin);
    void wake(element).then(() => {
      element.removeEventListener('click', onClick, true);
      if (clicked?.isConnected) clicked.click();
    });
  };
  element.addEventListener('click', onClick, true);
  for (const name of interactions) element.addEventListener(name, begin, { passive: true });
}

/** Not every browser says when it is idle. */
function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work);
  else setTimeout(work, 200);
}
