import { contrast, type Rgba } from '#ui/fields/color.ts';
import type { Facts } from '../rules.ts';

const BLOCK = '[data-puck-component]';
/** Maximum elements checked, so that the check does not block the builder. */
const MOST_TEXTS = 600;
/** WCAG 2.2, 1.4.3: large text is 24 px, or 18.66 px and bold. */
const LARGE = { size: 24, boldSize: 18.66, needed: 3 };
const NEEDED = 4.5;

/** Reads the content of the page in the builder's iframe. */
export function factsOf(canvas: Document): Facts {
  const all = <Kind extends Element>(selector: string) =>
    [...canvas.querySelectorAll<Kind>(`${BLOCK} ${selector}`)].filter((one) => !isHidden(one));
  const sizes = new Map(
    (canvas.defaultView?.performance.getEntriesByType('resource') ?? []).map((entry) => {
      const { name, encodedBodySize } = entry as PerformanceResourceTiming;
      return [name, encodedBodySize] as const;
    }),
  );
  return {
    headings: all<HTMLElement>(':is(h1, h2, h3, h4, h5, h6)').map((one) => ({
      level: Number(one.tagName[1]),
      text: wordsIn(one),
      block: blockIdOf(one),
    })),
    pictures: all<HTMLImageElement>('img').map((one) => ({
      src: one.getAttribute('src') ?? '',
      alt: one.getAttribute('alt') || nameAround(one) || one.getAttribute('alt'),
      bytes: sizes.get(one.currentSrc) ?? null,
      title: titleNear(one),
      block: blockIdOf(one),
    })),
    links: all<HTMLAnchorElement>('a').map((one) => ({
      href: one.getAttribute('href') ?? '',
      text: wordsIn(one) || one.getAttribute('aria-label') || one.querySelector('img')?.alt || '',
      block: blockIdOf(one),
    })),
    texts: textsOf(canvas),
    leftOut: all<HTMLElement>('[data-left-out]').map((one) => ({
      reason: one.dataset.leftOut ?? '',
      block: blockIdOf(one),
    })),
  };
}

function textsOf(canvas: Document): Facts['texts'] {
  const view = canvas.defaultView;
  if (!view) return [];
  const colours = createColours(canvas);
  const found: Facts['texts'] = [];
  for (const one of [...canvas.querySelectorAll<HTMLElement>(`${BLOCK} *`)].slice(0, 4_000)) {
    if (found.length >= MOST_TEXTS) break;
    const text = [...one.childNodes]
      .filter((node) => node.nodeType === 3)
      .map((node) => node.textContent ?? '')
      .join('')
      .trim();
    if (!text || isHidden(one)) continue;
    const style = view.getComputedStyle(one);
    const ground = groundOf(one, view, colours);
    const ink = colours(style.color);
    // Over a background image the contrast can't be computed.
    if (!ground || !ink || ink.alpha < 1) continue;
    const size = Number.parseFloat(style.fontSize);
    const isLarge = size >= LARGE.size || (size >= LARGE.boldSize && Number(style.fontWeight) >= 700);
    found.push({ text, ratio: contrast(ink, ground), needed: isLarge ? LARGE.needed : NEEDED, block: blockIdOf(one) });
  }
  return found;
}

function groundOf(element: HTMLElement, view: Window, colours: (css: string) => Rgba | null): Rgba | null {
  for (let one: HTMLElement | null = element; one; one = one.parentElement) {
    const style = view.getComputedStyle(one);
    if (style.backgroundImage !== 'none' || one.querySelector(':scope > img, :scope > picture, :scope > video'))
      return null;
    const colour = colours(style.backgroundColor);
    if (colour && colour.alpha === 1) return colour;
    if (colour && colour.alpha > 0) return null;
  }
  return { red: 1, green: 1, blue: 1, alpha: 1 };
}

/** Parses any CSS colour by painting it. */
function createColours(canvas: Document): (css: string) => Rgba | null {
  const pen = canvas.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const known = new Map<string, Rgba | null>();
  return (css) => {
    let colour = known.get(css);
    if (colour === undefined) {
      colour = null;
      if (pen) {
        pen.clearRect(0, 0, 1, 1);
        pen.fillStyle = css;
        pen.fillRect(0, 0, 1, 1);
        const [red = 0, green = 0, blue = 0, alpha = 0] = pen.getImageData(0, 0, 1, 1).data;
        colour = { red: red / 255, green: green / 255, blue: blue / 255, alpha: alpha / 255 };
      }
      known.set(css, colour);
    }
    return colour;
  };
}

const wordsIn = (one: HTMLElement) => (one.textContent ?? '').replace(/\s+/g, ' ').trim();

function blockIdOf(one: Element): string {
  return one.closest(BLOCK)?.getAttribute('data-puck-component') ?? '';
}

/** An image in a control with an accessible name needs no alt text of its own. */
function nameAround(one: Element): string | null {
  return one.closest(':is(a, button)[aria-label]')?.getAttribute('aria-label') ?? null;
}

/** Text around an image that may describe it, as suggestion for its alt text. */
function titleNear(one: Element): string {
  const room = one.closest('figure, li, article, .lightbox');
  return wordsIn(
    (room?.querySelector('figcaption, h2, h3, h4, .hd, .lightbox-bar > p') as HTMLElement | null) ??
      document.createElement('i'),
  );
}

function isHidden(one: Element): boolean {
  return one.closest('[hidden], [aria-hidden="true"], .vh, template') !== null;
}
