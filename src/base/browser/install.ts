import { useSyncExternalStore } from 'react';

/** What a browser offers that can install a site as an app (Chromium; W3C manifest incubations). Good for one answer. */
type InstallPrompt = Event & {
  prompt: () => Promise<unknown>;
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>;
};

/** `ready`: a button can do it. Else where this is, so that one can be told how it is done by hand. */
export type InstallState = 'installed' | 'ready' | 'apple' | 'android' | 'computer';

/** The script in the document keeps here what the browser has offered before we were awake. */
type Early = { installPrompt?: InstallPrompt };

let offered: InstallPrompt | undefined;
let isInstalled = false;
const listeners = new Set<() => void>();
const tell = () => {
  for (const listener of listeners) listener();
};

if (typeof window !== 'undefined') {
  offered = (window as Early).installPrompt;
  window.addEventListener('beforeinstallprompt', (event) => {
    // The browser's own strip would lie over the foot of the screen.
    event.preventDefault();
    offered = event as InstallPrompt;
    tell();
  });
  window.addEventListener('appinstalled', () => {
    offered = undefined;
    isInstalled = true;
    tell();
  });
}

function standing(): InstallState {
  if (isInstalled || matchMedia('(display-mode: standalone), (display-mode: minimal-ui)').matches) return 'installed';
  return offered ? 'ready' : deviceOf(navigator.userAgent, navigator.maxTouchPoints);
}

/** What kind of device this is. An iPad calls itself a Mac, and is touched. */
export function deviceOf(userAgent: string, touchPoints: number): 'apple' | 'android' | 'computer' {
  if (/iphone|ipad|ipod/i.test(userAgent) || (/macintosh/i.test(userAgent) && touchPoints > 1)) return 'apple';
  return /android/i.test(userAgent) ? 'android' : 'computer';
}

/** How this site can become an app here. On the server, as on a computer that offers nothing. */
export function useInstall(): InstallState {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    standing,
    () => 'computer',
  );
}

/** Lets the browser ask. Answers whether it was installed; called only where the standing is `ready`. */
export async function install(): Promise<boolean> {
  const prompt = offered;
  if (!prompt) return false;
  // A browser asks once with each offer, and makes another when it likes.
  offered = undefined;
  await prompt.prompt();
  const { outcome } = await prompt.userChoice;
  isInstalled ||= outcome === 'accepted';
  tell();
  return outcome === 'accepted';
}
