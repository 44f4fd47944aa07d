/**
 * Storage keys of one person: unsaved drafts and answers, flagged questions, recent commands and their picture. Device
 * keys (theme, cart, side bar, tour, device id) have other prefixes and stay after signing out.
 */
const OWN_KEYS = /^(?:kept:|quiz-answers:|quiz-flags:|recent-commands-|member_|recent-errors$)/;
/** Files with an unfinished upload. */
const OWN_DATABASES = ['media-uploads'];

/** Removes the person's data from this device before someone else uses it. */
export function clearOwnStorage(target: {
  stores: readonly (() => Storage)[];
  databases: () => Pick<IDBFactory, 'deleteDatabase'> | undefined;
}): void {
  for (const open of target.stores) {
    try {
      const store = open();
      const keys = Array.from({ length: store.length }, (_, index) => store.key(index) ?? '');
      for (const key of keys) if (OWN_KEYS.test(key)) store.removeItem(key);
    } catch {
      // Storage is forbidden, so it holds nothing.
    }
  }
  try {
    for (const name of OWN_DATABASES) target.databases()?.deleteDatabase(name);
  } catch {
    // As above.
  }
}

export const thisDevice = {
  stores: [() => localStorage, () => sessionStorage],
  databases: () => globalThis.indexedDB,
} as const;
