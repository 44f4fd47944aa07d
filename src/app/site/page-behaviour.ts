import { markSessionSwitch } from '#base/browser/sign-out.ts';
import { CONSENT_EVENT } from '#base/shared/third-party-url.ts';
import { runCountdown } from '#features/content/blocks/components/countdown-clock.ts';
import { awaitConsent, loadEmbed } from '#features/content/blocks/components/embed-consent.ts';
import { paths } from '#paths';
import { countDown, formatMinutes, impersonationOf, isAnnounced } from './acting.ts';

/** What the script of public pages does besides hydrating islands. Thresholds are those of the specification, sections 4 and 9. */
const SHADOW_AFTER = 20;
const TOP_AFTER = 200;
const HEADER_UNTIL = 100;
/** On 48 px a point every 8: less than anything one presses. */
const TAP_STEPS = 6;
const TAPPED = 'a,button,input,select,textarea,label,summary,iframe,video,audio,[tabindex="0"]';
const SHEET_EDGE = 16;
const COOKIE_SECONDS = 180 * 86_400;

const root = document.documentElement;
const select = <Kind extends HTMLElement>(selector: string) => document.querySelector<Kind>(selector);

/** Whether something to press or fill in lies under it, looked for every few pixels: a tap there is meant for that. */
function coversContent(part: HTMLElement): boolean {
  // Its place in the window, which stays the same while it is drawn small.
  const { offsetLeft: left, offsetTop: top, offsetWidth: width, offsetHeight: height } = part;
  for (let x = 0; x <= TAP_STEPS; x++)
    for (let y = 0; y <= TAP_STEPS; y++) {
      const under = document
        .elementsFromPoint(left + (width * x) / TAP_STEPS, top + (height * y) / TAP_STEPS)
        .find((one) => !part.contains(one));
      if (under?.closest(TAPPED)) return true;
    }
  return false;
}

function followScroll(): void {
  const head = select('.site-head');
  const top = select<HTMLAnchorElement>('[data-totop]');
  const ring = top?.querySelectorAll('circle')[1];
  const percentText = top?.querySelector('.totop-percent');
  const label = top?.dataset.totop ?? '';
  const hides = head?.dataset.hides !== undefined;
  let waits = false;
  const update = () => {
    waits = false;
    const y = scrollY;
    head?.classList.toggle('is-scrolled', y > SHADOW_AFTER);
    if (hides) head?.classList.toggle('is-away', y > HEADER_UNTIL);
    if (!top) return;
    top.hidden = y <= TOP_AFTER;
    top.classList.toggle('is-away', !top.hidden && coversContent(top));
    const height = root.scrollHeight - innerHeight;
    const part = height > 0 ? Math.min(1, y / height) : 0;
    const percent = `${Math.round(part * 100)}%`;
    top.setAttribute('aria-label', label.replace('{percent}', percent));
    if (percentText) percentText.textContent = percent;
    const length = Number(ring?.getAttribute('stroke-dasharray') ?? 0);
    ring?.setAttribute('stroke-dashoffset', String(length * (1 - part)));
  };
  const soon = () => {
    if (waits) return;
    waits = true;
    requestAnimationFrame(update);
  };
  addEventListener('scroll', soon, { passive: true });
  addEventListener('resize', soon, { passive: true });
  // What comes, goes or folds out while nobody scrolls changes what lies under it.
  addEventListener('click', soon);
  new ResizeObserver(soon).observe(document.body);
  update();
}

function darkLight(): void {
  // In the header, and for the narrowest phones in the drawer.
  const buttons = document.querySelectorAll('[data-darklight]');
  const show = () => {
    for (const button of buttons) button.setAttribute('aria-pressed', String(root.dataset.theme !== 'light'));
  };
  show();
  for (const button of buttons)
    button.addEventListener('click', () => {
      const theme = root.dataset.theme === 'light' ? 'dark' : 'light';
      root.dataset.theme = theme;
      keep(() => localStorage.setItem('theme', theme));
      show();
    });
}

function notice(): void {
  select('[data-dismiss-notice]')?.addEventListener('click', (event) => {
    (event.currentTarget as HTMLElement).closest<HTMLElement>('.notice-bar')?.setAttribute('hidden', '');
    keep(() => sessionStorage.setItem('hide_header_notice', 'true'));
  });
}

/** Shows the notice of an impersonation with the time left, and ends it when the time is over. */
function showImpersonation(): void {
  const notice = select<HTMLFormElement>('[data-acting]');
  const impersonation = impersonationOf(document.cookie);
  if (!notice || !impersonation) return;
  const name = notice.querySelector('[data-acting-name]');
  if (name) name.textContent = impersonation.name;
  notice.hidden = false;
  // Hydrated islands notice the other session before the page is left, and would restart it.
  notice.addEventListener('submit', markSessionSwitch);
  const left = notice.querySelector<HTMLElement>('[data-acting-left]');
  const announced = notice.querySelector('[data-acting-told]');
  countDown(
    impersonation.until,
    (minutes) => {
      if (!left || !announced) return;
      left.textContent = (left.dataset.actingLeft ?? '').replace('%', formatMinutes(minutes, root.lang));
      announced.textContent = isAnnounced(minutes) ? left.textContent : '';
    },
    () => {
      notice.action = paths.endLogInAs('over');
      notice.requestSubmit();
    },
  );
}

function cookies(): void {
  const box = select('[data-cookies]');
  const again = select('[data-cookies-open]');
  const chosen = /(?:^|; )cookie_preference=(all|required|disabled)/.exec(document.cookie)?.[1];
  if (box) {
    box.hidden = chosen !== undefined;
    // The page ends above the bar, so that its last line can be scrolled free.
    new ResizeObserver(() => root.style.setProperty('--cookie-h', `${box.offsetHeight}px`)).observe(box);
  }
  if (again) {
    again.hidden = false;
    again.addEventListener('click', () => {
      if (!box) return;
      box.hidden = false;
      box.querySelector('button')?.focus();
    });
  }
  for (const button of document.querySelectorAll<HTMLElement>('[data-cookie-choice]')) {
    button.addEventListener('click', () => {
      const choice = button.dataset.cookieChoice;
      const isWithdrawn = choice !== 'all' && document.cookie.includes('cookie_preference=all');
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is not in every browser yet
      document.cookie = `cookie_preference=${choice}; path=/; max-age=${COOKIE_SECONDS}; samesite=lax`;
      if (box) box.hidden = true;
      const stored = import('./referral-visit.ts').then(({ keepReferrals }) => keepReferrals(choice));
      // The page is loaded anew: what has to be removed is removed before.
      if (isWithdrawn) void stored.finally(deleteAnalyticsCookies);
      if (choice !== 'all') return;
      startAccountScripts();
      loadForeignFiles();
      for (const embed of embeds()) loadEmbed(embed);
    });
  }
  if (chosen !== 'all') return;
  startAccountScripts();
  loadForeignFiles();
}

/** After consent is withdrawn: running scripts end with the page, and the analytics cookies are deleted. */
function deleteAnalyticsCookies(): void {
  const hosts = location.hostname.split('.').map((_, at, parts) => parts.slice(at).join('.'));
  for (const [, name] of document.cookie.matchAll(/(?:^|; )(_ga(?:_[^=]*)?|_gid|_gat[^=]*)=/g)) {
    for (const domain of ['', ...hosts.map((host) => `; domain=${host}`)]) {
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is not in every browser yet
      document.cookie = `${name}=; path=/; max-age=0${domain}`;
    }
  }
  location.reload();
}

/**
 * Restores the URLs of third-party files after cookie consent (src/app/render/third-party-files.ts); islands render theirs
 * then.
 */
function loadForeignFiles(): void {
  document.dispatchEvent(new Event(CONSENT_EVENT));
  for (const name of ['srcset', 'src', 'poster', 'href']) {
    for (const file of document.querySelectorAll<HTMLElement>(`[data-later-${name}]`)) {
      // A picture that is no longer there is left out, as before the consent.
      file.onerror = () => {
        file.hidden = true;
      };
      file.setAttribute(name, file.getAttribute(`data-later-${name}`) ?? '');
    }
  }
}

const embeds = () => document.querySelectorAll<HTMLElement>('[data-embed]:not(:has(iframe))');

/** The few blocks that need a script: embeds and countdowns. */
function blocks(): void {
  for (const embed of embeds()) awaitConsent(embed);
  for (const clock of document.querySelectorAll<HTMLElement>('[data-countdown]')) runCountdown(clock);
}

let isStarted = false;

/** Starts the account's own scripts and its analytics tag after cookie consent. */
function startAccountScripts(): void {
  const named = document.getElementById('account-scripts');
  const text = named?.textContent;
  if (!text || isStarted) return;
  isStarted = true;
  void import('./analytics.ts').then(({ startAnalytics }) => startAnalytics(accountId(), named.dataset.analytics));
  for (const { src } of JSON.parse(text) as { src: string }[]) {
    const script = document.createElement('script');
    script.src = src;
    script.async = true;
    document.head.append(script);
  }
}

function accountId(): string {
  const site = JSON.parse(document.getElementById('stoa-site')?.textContent ?? '{}') as {
    account?: { account_id: string };
  };
  return site.account?.account_id ?? '';
}

/** Records the campaign of a visit, unless the visitor declined to be counted. */
function funnel(): void {
  if (!location.search.includes('utm_') || /cookie_preference=(?:required|disabled)/.test(document.cookie)) return;
  void import('./funnel-start.ts').then(({ startFunnel }) =>
    startFunnel(new URLSearchParams(location.search), accountId()),
  );
}

/** Records a visit by the link of an affiliate, unless the visitor declined to be counted. */
function referral(): void {
  const code = new URLSearchParams(location.search).get('ref');
  if (!code || document.cookie.includes('cookie_preference=disabled')) return;
  void import('./referral-visit.ts').then(({ recordReferral }) => recordReferral(code));
}

/** Reports the view of a prefetched page. */
function view(): void {
  const [entry] = performance.getEntriesByType('navigation') as (PerformanceNavigationTiming & {
    deliveryType?: string;
  })[];
  if (entry?.deliveryType !== 'navigational-prefetch') return;
  navigator.sendBeacon('/api/visits', location.pathname + location.search);
}

/** Moves a menu sheet that would overflow the window back into it. */
function keepInWindow({ target }: Event): void {
  const menu = target as HTMLDetailsElement;
  const sheet = menu.matches('details.mega[open]') && menu.querySelector<HTMLElement>('.mega-sheet');
  if (!sheet) return;
  sheet.style.translate = '';
  const { left, right } = sheet.getBoundingClientRect();
  const min = SHEET_EDGE - left;
  const max = root.clientWidth - SHEET_EDGE - right;
  if (min > 0 || max < 0) sheet.style.translate = `${min > 0 ? min : max}px`;
}

function menus(): void {
  // `toggle` does not bubble, so it is captured.
  document.addEventListener('toggle', keepInWindow, true);
  const open = () => document.querySelectorAll<HTMLDetailsElement>('details:is(.mega, .foot-languages)[open]');
  document.addEventListener('click', (event) => {
    for (const menu of open()) if (!menu.contains(event.target as Node)) menu.open = false;
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    for (const menu of open()) {
      menu.open = false;
      menu.querySelector('summary')?.focus();
    }
  });
}

function languages(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-language]')) {
    link.addEventListener('click', () => {
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is not in every browser yet
      document.cookie = `lang=${link.dataset.language}; path=/; max-age=31536000; samesite=lax`;
      // The other parameters stay: a search keeps its words in another language.
      const here = new URL(location.href);
      here.hash = '';
      here.searchParams.delete('lang');
      // With the origin: a path may begin with `//`, which would be another host.
      link.href = here.href;
    });
  }
}

/** Passes `redirectedFrom` on between the login pages. */
function onward(): void {
  const target = new URLSearchParams(location.search).get('redirectedFrom');
  if (!target) return;
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-onward]'))
    link.search = new URLSearchParams({ redirectedFrom: target }).toString();
}

/** In a private window storage may be blocked; the choice then lasts as long as the page. */
function keep(write: () => void): void {
  try {
    write();
  } catch {}
}

export function startPageBehavior(): void {
  followScroll();
  darkLight();
  notice();
  showImpersonation();
  cookies();
  menus();
  languages();
  onward();
  funnel();
  referral();
  view();
  blocks();
}
