/**
 * What a browser holds of one person: drafts and answers that are not saved yet, questions they marked, commands they used
 * and their picture. Keys of the device itself (theme, cart, side bar, tour, its own id) begin otherwise and stay.
 */
const OWN_KEYS = /^(?:kept:|quiz-answers:|quiz-flags:|recent-commands-|member_|recent-errors$)/;
/** Files whose upload was begun. */
const OWN_DATABASES = ['media-uploads'];

/** Removes what is the person's from this device, so that whoever comes next finds nothing of it. */
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
      // Forbidden storage holds nothing.
    }
  }
  try {
    for (const name of OWN_DATABASES) target.databases()?.deleteDatabase(name);
  } catch {
    // The same.
  }
}

export const thisDevice = {
  stores: [() => localStorage, () => sessionStorage],
  databases: () => globalThis.indexedDB,
} as const;
