import { themeStyleText } from '#ui/fields/theme-presets.ts';
import type { SiteLook } from '../data.ts';
import { type ThemeMode, themeValues } from './theme-values.ts';

/**
 * Styles of a preview page: the theme being edited, if any, in one of its modes; `name` tells its landmarks from the
 * dashboard's.
 */
export type PreviewStyles = { theme?: SiteLook['theme']; mode: ThemeMode; name: string };

/** Called with the path of a site page opened in the preview. */
type OnNavigate = (path: string) => void;

const styleSheets = new WeakMap<Document, CSSStyleSheet>();
const navigationHandlers = new WeakMap<Document, OnNavigate>();

/** Applies an unsaved theme to a preview page and intercepts its links, so that it can't navigate away. */
export function applyPreview(
  page: Document | null | undefined,
  { theme, mode, name }: PreviewStyles,
  onGo: OnNavigate,
): void {
  const view = page?.defaultView;
  if (!page?.body || !view || page.contentType !== 'text/html' || page.URL === 'about:blank') return;
  page.documentElement.dataset.theme = mode;
  for (const landmark of page.querySelectorAll('.site-head, main, .site-foot'))
    landmark.setAttribute('aria-label', name);
  // Shows a notice dismissed in this session, because it is being edited.
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
