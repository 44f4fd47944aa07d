/** The script of public pages: small, without a framework. It hydrates islands; React loads with the first of them. */
import { mayHoldSession } from '#base/shared/session-cookie.ts';
import { showCartCount } from '#features/commerce/orders/components/cart-count.ts';
import { startPageBehavior } from './page-behaviour.ts';

declare global {
  interface Window {
    /** Elements pressed or filled in before this script ran, in that order (theme-script.ts). */
    pressedEarly?: HTMLElement[];
    /** Loads the full stylesheet on a page with inlined critical CSS (first-paint/). */
    wholeSheet?: () => Promise<unknown>;
  }
}

const registered = document.querySelectorAll<HTMLElement>('[data-island]');
const interactions = ['pointerdown', 'keydown', 'focusin'] as const;

function wake(element: HTMLElement): Promise<void> {
  element.dataset.woken ??= '1';
  const waitsForSheet = hasSession || element.dataset.first === undefined;
  return Promise.all([import('./wake-island.tsx'), waitsForSheet ? window.wholeSheet?.() : null]).then(
    async ([module]) => {
      await module.wakeIsland(element);
      // What it renders from here on may need rules that the page as it was sent did without.
      void window.wholeSheet?.();
    },
  );
}

const hasSession = mayHoldSession(document.cookie);
/** For signed-in visitors, and those from a mailed link, islands with personal content hydrate at once. */
const isExpected =
  hasSession ||
  /[?#&](?:code|access_token|token_hash|password|email|phone|error(?:_code)?)=/.test(location.search + location.hash);

const early = window.pressedEarly ?? [];
window.onclick = window.oninput = null;

startPageBehavior();
showCartCount();
// Presses inside an island are replayed once it is hydrated.
for (const pressed of early) if (pressed.matches('button') && !pressed.closest('[data-island]')) pressed.click();

const PRESSED = 'button, a, [role="button"], input, select, textarea, label, summary';
/** Fields and links work without a script: forms read their fields at hydration, links navigate anyway. */
const LEFT_ALONE =
  'select, textarea, label, input:not([type="submit"], [type="image"], [type="button"]), [data-onward]';

/** A click before an island is hydrated is replayed afterwards. */
function rouse(element: HTMLElement): { begin: () => void } {
  const own = early.filter((pressed) => element.contains(pressed));
  let clicked = own.findLast((pressed) => !pressed.matches(LEFT_ALONE)) ?? null;
  let hasBegun = false;
  const onClick = (event: Event) => {
    const pressed = (event.target as HTMLElement).closest<HTMLElement>(PRESSED);
    if (pressed?.matches(LEFT_ALONE)) return;
    event.preventDefault();
    event.stopPropagation();
    clicked = pressed;
    begin();
  };
  const begin = () => {
    if (hasBegun) return;
    hasBegun = true;
    void wake(element).then(() => {
      element.removeEventListener('click', onClick, true);
      if (clicked?.isConnected) clicked.click();
    });
  };
  // Islands that hydrate by themselves may take long, and work as plain HTML until then.
  if (element.dataset.when === 'interaction') element.addEventListener('click', onClick, true);
  for (const name of interactions) element.addEventListener(name, begin, { passive: true, once: true });
  if (own.length > 0) begin();
  return { begin };
}

/** Not every browser has `requestIdleCallback`. */
function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work);
  else setTimeout(work, 200);
}

function attend(element: HTMLElement, isKeen: boolean): void {
  const { begin } = rouse(element);
  if (element.dataset.when === 'visible' || isKeen) {
    new IntersectionObserver((entries, observer) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      begin();
    }).observe(element);
  } else if (element.dataset.when === 'idle') {
    whenIdle(begin);
  }
}

/** Islands for signed-in visitors, while nobody is signed in. */
const asleep: HTMLElement[] = [];
for (const element of registered) {
  if (element.dataset.session !== undefined && !hasSession) asleep.push(element);
  else attend(element, isExpected && element.dataset.keen !== undefined);
}

/** A sign-in in another tab shows in this one once it is visible. */
document.addEventListener('visibilitychange', () => {
  if (document.hidden || !mayHoldSession(document.cookie)) return;
  if (asleep.length > 0) document.documentElement.dataset.session = '';
  for (const element of asleep.splice(0)) attend(element, true);
});
