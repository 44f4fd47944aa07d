import { useLayoutEffect, useRef, useState } from 'react';
import { PrefetchPageLinks } from 'react-router';
import { allTexts } from '#base/browser/all-texts.ts';
import { isDataSaver } from '#base/browser/connection.ts';
import { whenIdle } from '#base/browser/when-idle.ts';
import { loadScreenFiles } from './screen-files.ts';

/** Attributes for every link, which the router's types lack. */
const lowPriority = { 'data-ahead': '', fetchPriority: 'low' };

/**
 * Prefetches and runs the code of screens once the page is idle: one screen after another with low priority.
 */
export function PrefetchCode({ screens }: { screens: readonly string[] }) {
  const [count, setCount] = useState(0);
  const handled = useRef(new Set<Element>());
  useLayoutEffect(() => {
    if (isDataSaver() || count > screens.length) return;
    let isMounted = true;
    const links = [...document.querySelectorAll<HTMLLinkElement>('link[data-ahead]')].filter(
      (link) => !handled.current.has(link),
    );
    for (const link of links) handled.current.add(link);
    const before = count === 0 ? whenIdle().then(allTexts).then(loadScreenFiles) : Promise.all(links.map(loaded));
    before.then(
      () => requestIdleCallback(() => online().then(() => isMounted && setCount(count + 1)), { timeout: 2_000 }),
      // Offline nothing is prefetched.
      () => {},
    );
    return () => {
      isMounted = false;
    };
  }, [count, screens.length]);
  // Loaded files stay in the browser's cache; remaining links would render again at every navigation.
  const next = screens[count - 1];
  return next ? <PrefetchPageLinks key={next} page={next} {...lowPriority} /> : null;
}

/** Resolves with a network: where the code of a screen can't be loaded, the router reloads the page, and what is typed is lost. */
async function online(): Promise<void> {
  if (navigator.onLine) return;
  await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }));
}

/** Resolves when a file is loaded and evaluated, so that a navigation only has to render. */
async function loaded(link: HTMLLinkElement): Promise<void> {
  await new Promise((resolve) => {
    link.addEventListener('load', resolve, { once: true });
    link.addEventListener('error', resolve, { once: true });
  });
  // If it fails, the screen itself shows the error.
  if (link.rel === 'modulepreload') await import(/* @vite-ignore */ link.href).catch(() => {});
}
