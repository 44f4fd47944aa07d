import { themeStyleText } from '#ui/fields/theme-presets.ts';
import type { SiteLook } from '../data.ts';
import { type Half, themeValues } from './theme-values.ts';

/** What a page of the preview wears: a theme, where one is being edited, in one of its halves; `name` tells its landmarks from ours. */
export type PreviewDress = { theme?: SiteLook['theme']; half: Half; name: string };

/** Is told the path of a page of the site somebody went to in the preview. */
type Going = (path: string) => void;

const styleSheets = new WeakMap<Document, CSSStyleSheet>();
const navigationHandlers = new WeakMap<Document, Going>();

/** Puts a theme that is not saved on a page of the preview, and keeps the page from leading away: its links are told instead. */
export function dress(page: Document | null | undefined, { theme, half, name }: PreviewDress, onGo: Going): void {
  const view = page?.defaultView;
  if (!page?.body || !view || page.contentType !== 'text/html' || page.URL === 'about:blank') return;
  page.documentElement.dataset.theme = half;
  for (const landmark of page.querySelectorAll('.site-head, main, .site-foot'))
    landmark.setAttribute('aria-label', name);
  // A notice dismissed in this session is still what is being written here.
  const notice = page.getElementById('header-notice');
  if (notice) notice.hidden = false;
  if (theme) {
    for (const savedStyle of page.querySelectorAll<HTMLStyleElement>('style#account-theme')) savedStyle.disabled = true;
    let sheet = styleSheets.get(page);
    if (!sheet) {
      sheet = new (view as Window & typeof globalThis).CSSStyleSheet();
      page.adoptedStyleSheets = [...page.adoptedStyleSheets, sheet];
      styleSheets.set(page, sheet);
    }
    sheet.replaceSync(themeStyleText(themeValues(theme)));
    page.querySelector('.site')?.classList.toggle('is-boxed', theme.bodyStyle === 'boxed');
  }
  navigationHandlers.set(page, onGo);
  page.addEventListener('click', preventNavigation, true);
  page.addEventListener('submit', preventNavigation, true);
}

function preventNavigation(event: Event): void {
  if (event.type === 'submit') event.preventDefault();
  const link = (event.target as Element | null)?.closest?.<HTMLAnchorElement>('a[href]');
  if (!link) return;
  event.preventDefault();
  const { origin, pathname, hash } = new URL(link.href);
  const page = link.ownerDocument;
  if (origin !== location.origin || link.getAttribute('href')?.startsWith('#')) return;
  if (!hash || pathname !== page.defaultView?.location.pathname) navigationHandlers.get(page)?.(pathname);
}
