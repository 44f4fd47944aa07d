import { useSyncExternalStore } from 'react';

/** The browser's install prompt event (Chromium; W3C manifest incubations). Each event can be used once. */
type InstallPrompt = Event & {
  prompt: () => Promise<unknown>;
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>;
};

/** `ready`: a button can open the prompt. Otherwise the platform, to show manual instructions. */
export type InstallState = 'installed' | 'ready' | 'apple' | 'android' | 'computer';

/** The inline script of the document stores the prompt event here when it fires before hydration. */
type Early = { installPrompt?: InstallPrompt };

let offered: InstallPrompt | undefined;
let isInstalled = false;
const listeners = new Set<() => void>();
const notify = () => {
  for (const listener of listeners) listener();
};

if (typeof window !== 'undefined') {
  offered = (window as Early).installPrompt;
  window.addEventListener('beforeinstallprompt', (event) => {
    // Suppress the browser's own banner, which would cover the bottom of the screen.
    event.preventDefault();
    offered = event as InstallPrompt;
    notify();
  });
  window.addEventListener('appinstalled', () => {
    offered = undefined;
    isInstalled = true;
    notify();
  });
}

function readInstallState(): InstallState {
  if (isInstalled || matchMedia('(display-mode: standalone), (display-mode: minimal-ui)').matches) return 'installed';
  return offered ? 'ready' : deviceOf(navigator.userAgent, navigator.maxTouchPoints);
}

/** The device kind. An iPad identifies as a Mac, but has a touch screen. */
export function deviceOf(userAgent: string, touchPoints: number): 'apple' | 'android' | 'computer' {
  if (/iphone|ipad|ipod/i.test(userAgent) || (/macintosh/i.test(userAgent) && touchPoints > 1)) return 'apple';
  return /android/i.test(userAgent) ? 'android' : 'computer';
}

/**
 * How this site can be installed as an app here. On the server, the same as on a computer without an install prompt.
 */
export function useInstall(): InstallState {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    readInstallState,
    () => 'computer',
  );
}

/** Opens the install prompt. Resolves to whether the app was installed; call only in the state `ready`. */
export async function install(): Promise<boolean> {
  const prompt = offered;
  if (!prompt) return false;
  // A prompt event can be used once; the browser fires another one when it decides to.
  offered = undefined;
  await prompt.prompt();
  const { outcome } = await prompt.userChoice;
  isInstalled ||= outcome === 'accepted';
  notify();
  return outcome === 'accepted';
}
