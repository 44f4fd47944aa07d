import type { BrowserFeature } from '#base/shared/feature.ts';
import { contributions } from './contributions.ts';
import { entryOf } from './menu-rules.ts';

/**
 * A screen below another: its address (`:id` is any one segment), its parent, its name in its feature, and the key of its
 * label.
 */
export type InnerScreen = {
  at: string;
  under: string;
  name: string;
  label: string;
  /** A second address of a screen; breadcrumbs don't link to it. */
  isAlias?: true;
};

/** An optional part of an address makes two of one: without it the screen is its own second address, unless that is its parent. */
function innerScreensOf({ name: feature, screens = [] }: BrowserFeature): InnerScreen[] {
  return screens.flatMap(({ path, parent, name, isAlias }): InnerScreen[] => {
    if (!parent || !name) return [];
    const base = path.replace(/\/:\w+\?$/, '');
    const screen = { at: path.replace('?', ''), under: parent, name, label: `${feature}:screenNames.${name}` };
    const isTwo = base !== path && base !== parent;
    return [
      { ...screen, ...(isAlias && { isAlias }) },
      ...(isTwo ? [{ ...screen, at: base, isAlias: true as const }] : []),
    ];
  });
}

const partsIn = ({ at }: InnerScreen) => at.split('/:').length;

/** In the order they are looked up: what is named by its words comes before what is any one part. */
export const innerScreens: readonly InnerScreen[] = contributions
  .flatMap(innerScreensOf)
  .sort((a, b) => partsIn(a) - partsIn(b));

/** The pattern filled with the segments of `pathname`; null where they don't match. */
function filledIn(pattern: string, pathname: string): string | null {
  const expected = pattern.split('/');
  const parts = pathname.split('/').slice(0, expected.length);
  return parts.length === expected.length && expected.every((part, at) => part.startsWith(':') || part === parts[at])
    ? parts.join('/')
    : null;
}

/** A breadcrumb between a menu entry and the current screen. */
export type Step = { label: string; href: string };

/**
 * The menu entry of an address, and the screens between the two, the nearest to the entry first. An address below every
 * screen listed here belongs to the deepest one above it.
 */
export function placeOf<Entry extends { href: string }>(
  pathname: string,
  entries: readonly Entry[],
): { entry: Entry | undefined; inner: Step[] } {
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname;
  const isEntry = (href: string) => entries.some((entry) => entry.href === href);
  const inner: Step[] = [];
  const visited = new Set<string>();
  let at = path;
  for (;;) {
    if (isEntry(at) || visited.has(at)) break;
    visited.add(at);
    const closest = nearest(at);
    // An entry between the screen and the address is nearer to it.
    if (!closest || (entryOf(at, entries)?.href.length ?? 0) > closest.href.length) break;
    inner.unshift({ label: closest.screen.label, href: closest.href });
    at = filledIn(closest.screen.under, closest.href) ?? closest.screen.under;
  }
  return { entry: entryOf(at, entries), inner };
}

/** The screen with the longest address at or above this one. */
function nearest(path: string): { screen: InnerScreen; href: string } | undefined {
  let best: { screen: InnerScreen; href: string } | undefined;
  for (const screen of innerScreens) {
    const href = filledIn(screen.at, path);
    if (href && (!best || href.length > best.href.length)) best = { screen, href };
  }
  return best;
}
