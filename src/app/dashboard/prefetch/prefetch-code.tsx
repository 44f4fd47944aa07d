import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { PrefetchPageLinks } from 'react-router';
import { whenIdle } from '#base/browser/when-idle.ts';
import { allTexts } from '../../i18n/browser-translations.ts';
import { knowScreenFiles } from './screen-files.ts';

/** Passed on to every link; the router's types know of none of it. */
const low = { 'data-ahead': '', fetchPriority: 'low' };

/** What its browser says of somebody's connection; Chromium alone tells it. */
type Connection = { saveData?: boolean; effectiveType?: string };

/** Whether somebody has to be spared what they may never look at: their browser was told so, or the way here is narrow. */
export function isSpared(): boolean {
  const { saveData, effectiveType } = (navigator as Navigator & { connection?: Connection }).connection ?? {};
  return saveData === true || effectiveType?.includes('2g') === true;
}

/**
 * Fetches and runs the code of screens one may go to, once the page is quiet: one screen after another, each when the one
 * before has come, behind whatever else the browser loads. Its children stand there from when all of it has come.
 */
export function CodeAhead({ screens, children }: { screens: readonly string[]; children: ReactNode }) {
  const [count, setCount] = useState(0);
  const known = useRef(new Set<Element>());
  useLayoutEffect(() => {
    if (isSpared() || count > screens.length) return;
    let isHere = true;
    const links = [...document.querySelectorAll<HTMLLinkElement>('link[data-ahead]')].filter(
      (link) => !known.current.has(link),
    );
    for (const link of links) known.current.add(link);
    const before = count === 0 ? whenIdle().then(allTexts).then(knowScreenFiles) : Promise.all(links.map(loaded));
    before.then(
      () => requestIdleCallback(() => isHere && setCount(count + 1), { timeout: 2_000 }),
      // Away from the network nothing is fetched ahead.
      () => {},
    );
    return () => {
      isHere = false;
    };
  }, [count, screens.length]);
  // What has come stays with the browser; links that are left would be drawn anew with every step.
  const next = screens[count - 1];
  if (count > screens.length) return children;
  return next ? <PrefetchPageLinks key={next} page={next} {...low} /> : null;
}

/** When a file has come and has run: what a press waits for is then only to be drawn. */
async function loaded(link: HTMLLinkElement): Promise<void> {
  await new Promise((resolve) => {
    link.addEventListener('load', resolve, { once: true });
    link.addEventListener('error', resolve, { once: true });
  });
  // Whoever goes there finds out by the screen itself what could not be had.
  if (link.rel === 'modulepreload') await import(/* @vite-ignore */ link.href).catch(() => {});
}
