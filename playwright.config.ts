import { defineConfig } from '@playwright/test';
import { takeOwnProduct } from './tests/journeys/start-product.ts';
import { findBrowser } from './tools/chromium.ts';

const { executablePath, args, env } = await findBrowser();
takeOwnProduct();

export default defineConfig({
  testDir: 'tests/journeys',
  outputDir: 'test-results',
  globalSetup: './tests/journeys/start-product.ts',
  // Each has a product of its own; a story is mostly waiting, so two fit on a small machine.
  workers: process.env.JOURNEY_PORT ? 1 : 2,
  retries: 0,
  fullyParallel: false,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  use: {
    actionTimeout: 15_000,
    // Told by the global setup, before any worker reads this file.
    baseURL: process.env.JOURNEY_ORIGIN,
    launchOptions: { executablePath, args, env },
    locale: 'en',
    timezoneId: 'UTC',
    // Nobody waits for what glides in; a story about motion itself asks for it.
    contextOptions: { reducedMotion: 'reduce' },
    colorScheme: 'light',
    // To record a story takes as long again as to tell it: only where somebody looks for why one fails.
    trace: process.env.JOURNEY_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1280, height: 800 } } },
    {
      name: 'phone',
      // Stories in which the window matters; every screen there is is looked at in both widths by every-screen.test.ts.
      testMatch:
        /(?:bells|buying|learning|public-frame|public-pages|public-parts|sign-in|dashboard-frame|panels|page-building|opening-a-site|site-building)\.test\.ts$/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
  ],
});
