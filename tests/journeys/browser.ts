import { type BrowserContext, test as base } from '@playwright/test';

/** Sets `navigator.connection.saveData` of every page of a context. */
async function setDataSaver(context: BrowserContext, isOn: boolean): Promise<void> {
  await context.addInitScript((value) => {
    // The Network Information API is not in the types of the DOM.
    const { connection } = navigator as Navigator & { connection?: object };
    if (connection) Object.defineProperty(connection, 'saveData', { get: () => value, configurable: true });
  }, isOn);
}

/** Lets the dashboard prefetch the code of screens, as it does without data saver. */
export async function allowPrefetch(context: BrowserContext): Promise<void> {
  await setDataSaver(context, false);
}

/**
 * The browser of a story has data saver on: without it every loaded page of the dashboard prefetches and runs the code of all screens of the
 * menu, which doubles the processor time of a story. A story about prefetching turns it off by `allowPrefetch`.
 */
export const test = base.extend<{ closeWhatItOpened: undefined }>({
  // Other people's pages would stay open for all later stories of the worker, and go on polling and rendering.
  closeWhatItOpened: [
    async ({ browser }, use) => {
      const before = new Set(browser.contexts());
      await use(undefined);
      await Promise.all(
        browser
          .contexts()
          .filter((context) => !before.has(context))
          .map((context) => context.close()),
      );
    },
    { auto: true },
  ],
  browser: [
    async ({ browser }, use) => {
      const newContext = browser.newContext.bind(browser);
      browser.newContext = async (options) => {
        const context = await newContext(options);
        await setDataSaver(context, true);
        return context;
      };
      await use(browser);
    },
    { scope: 'worker' },
  ],
});
