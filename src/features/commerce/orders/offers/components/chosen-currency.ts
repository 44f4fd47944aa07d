import { useSyncExternalStore } from 'react';

const KEY = 'currency';
const EVENT = 'stoa:currency';

function read(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function subscribe(listener: () => void): () => void {
  window.addEventListener(EVENT, listener);
  window.addEventListener('storage', listener);
  return () => {
    window.removeEventListener(EVENT, listener);
    window.removeEventListener('storage', listener);
  };
}

/** Remembers in which currency this browser shops here. */
export function chooseCurrency(code: string): void {
  try {
    localStorage.setItem(KEY, code);
  } catch {
    // Without local storage the site's own currency stays.
  }
  window.dispatchEvent(new CustomEvent(EVENT));
}

/** The currency the shopper chose, else the site's own; that also while the server renders. */
export function useChosenCurrency(ofSite: string): string {
  const chosen = useSyncExternalStore(subscribe, read, () => null);
  return chosen && /^[A-Z]{3}$/.test(chosen) ? chosen : ofSite;
}
