import { contrast, type Rgba } from '#ui/fields/color.ts';
import type { PageFacts } from '../rules.ts';

const BLOCK = '[data-puck-component]';
/** Maximum elements checked, so that the check does not block the builder. */
const MAX_TEXTS = 600;
/** WCAG 2.2, 1.4.3: large text is 24 px, or 18.66 px and bold. */
const LARGE_TEXT = { size: 24, boldSize: 18.66, needed: 3 };
const MIN_CONTRAST = 4.5;

/** Reads the content of the page in the builder's iframe. */
export function factsOf(canvas: Document): PageFacts {
  const all = <Kind extends Element>(selector: string) =>
    [...canvas.querySelectorAll<Kind>(`${BLOCK} ${selector}`)].filter((element) => !isHidden(element));
  const sizes = new Map(
    (canvas.defaultView?.performance.getEntriesByType('resource') ?? []).map((entry) => {
      const { name, encodedBodySize } = entry as PerformanceResourceTiming;
      return [name, encodedBodySize] as const;
    }),
  );
  return {
    headings: all<HTMLElement>(':is(h1, h2, h3, h4, h5, h6)').map((heading) => ({
      level: Number(heading.tagName[1]),
      text: textOf(heading),
      block: blockIdOf(heading),
    })),
    pictures: all<HTMLImageElement>('img').map((image) => ({
      src: image.getAttribute('src') ?? '',
      alt: image.getAttribute('alt') || controlName(image) || image.getAttribute('alt'),
      bytes: sizes.get(image.currentSrc) ?? null,
      title: nearbyText(image),
      block: blockIdOf(image),
    })),
    links: all<HTMLAnchorElement>('a').map((link) => ({
      href: link.getAttribute('href') ?? '',
      text: textOf(link) || link.getAttribute('aria-label') || link.querySelector('img')?.alt || '',
      block: blockIdOf(link),
    })),
    texts: textsOf(canvas),
    leftOut: all<HTMLElement>('[data-left-out]').map((block) => ({
      reason: block.dataset.leftOut ?? '',
      block: blockIdOf(block),
    })),
  };
}

function textsOf(canvas: Document): PageFacts['texts'] {
  const view = canvas.defaultView;
  if (!view) return [];
  const colours = createColours(canvas);
  const texts: PageFacts['texts'] = [];
  for (const element of [...canvas.querySelectorAll<HTMLElement>(`${BLOCK} *`)].slice(0, 4_000)) {
    if (texts.length >= MAX_TEXTS) break;
    const text = [...element.childNodes]
      .filter((node) => node.nodeType === 3)
      .map((node) => node.textContent ?? '')
      .join('')
      .trim();
    if (!text || isHidden(element)) continue;
    const style = view.getComputedStyle(element);
    const background = backgroundOf(element, view, colours);
    const ink = colours(style.color);
    // Over a background image the contrast can't be computed.
    if (!background || !ink || ink.alpha < 1) continue;
    const size = Number.parseFloat(style.fontSize);
    const isLarge = size >= LARGE_TEXT.size || (size >= LARGE_TEXT.boldSize && Number(style.fontWeight) >= 700);
    texts.push({
      text,
      ratio: contrast(ink, background),
      needed: isLarge ? LARGE_TEXT.needed : MIN_CONTRAST,
      block: blockIdOf(element),
    });
  }
  return texts;
}

function backgroundOf(element: HTMLElement, view: Window, colours: (css: string) => Rgba | null): Rgba | null {
  for (let ancestor: HTMLElement | null = element; ancestor; ancestor = ancestor.parentElement) {
    const style = view.getComputedStyle(ancestor);
    if (style.backgroundImage !== 'none' || ancestor.querySelector(':scope > img, :scope > picture, :scope > video'))
      return null;
    const colour = colours(style.backgroundColor);
    if (colour && colour.alpha === 1) return colour;
    if (colour && colour.alpha > 0) return null;
  }
  return { red: 1, green: 1, blue: 1, alpha: 1 };
}

/** Parses any CSS colour by painting it. */
function createColours(canvas: Document): (css: string) => Rgba | null {
  const context = canvas.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const cache = new Map<string, Rgba | null>();
  return (css) => {
    let colour = cache.get(css);
    if (colour === undefined) {
      colour = null;
      if (context) {
        context.clearRect(0, 0, 1, 1);
        context.fillStyle = css;
        context.fillRect(0, 0, 1, 1);
        const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data;
        colour = { red: red / 255, green: green / 255, blue: blue / 255, alpha: alpha / 255 };
      }
      cache.set(css, colour);
    }
    return colour;
  };
}

const textOf = (element: HTMLElement) => (element.textContent ?? '').replace(/\s+/g, ' ').trim();

function blockIdOf(element: Element): string {
  return element.closest(BLOCK)?.getAttribute('data-puck-component') ?? '';
}

/** An image in a control with an accessible name needs no alt text of its own. */
function controlName(element: Element): string | null {
  return element.closest(':is(a, button)[aria-label]')?.getAttribute('aria-label') ?? null;
}

/**
 * Text around an image that may describe it, as suggestion for its alt text. Empty within a caption: a portrait beside the
 * name of who is quoted is decorative.
 */
function nearbyText(element: Element): string {
  if (element.closest('figcaption')) return '';
  const container = element.closest('figure, li, article, .lightbox');
  return textOf(
    (container?.querySelector('figcaption, h2, h3, h4, .hd, .lightbox-bar > p') as HTMLElement | null) ??
      document.createElement('i'),
  );
}

function isHidden(element: Element): boolean {
  return element.closest('[hidden], [aria-hidden="true"], .vh, template') !== null;
}
