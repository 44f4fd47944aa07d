import { useSyncExternalStore } from 'react';
import { CURRENCY_EVENT } from '../../rules.ts';

const KEY = 'currency';

function read(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function subscribe(listener: () => void): () => void {
  window.addEventListener(CURRENCY_EVENT, listener);
  window.addEventListener('storage', listener);
  return () => {
    window.removeEventListener(CURRENCY_EVENT, listener);
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
  window.dispatchEvent(new CustomEvent(CURRENCY_EVENT));
}

/** The currency the shopper chose, else the site's own; that also while the server renders. */
export function useChosenCurrency(ofSite: string): string {
  return validOr(
    ofSite,
    useSyncExternalStore(subscribe, read, () => null),
  );
}

/** The same at one moment, outside of rendering. */
export const chosenCurrency = (ofSite: string): string => validOr(ofSite, read());

const validOr = (ofSite: string, chosen: string | null) => (chosen && /^[A-Z]{3}$/.test(chosen) ? chosen : ofSite);
