import { defineConfig } from 'vitest/config';
import { cutFonts } from './tools/cut-fonts.ts';

const shared = { environment: 'node' as const, pool: 'forks' as const, testTimeout: 30_000, hookTimeout: 60_000 };
// The tools have no database; everything else, one started for the whole run.
const withoutDatabase = [
  'tools/architecture/**/*.test.ts',
  'tools/testing/**/*.test.ts',
  'tools/coverage/**/*.test.ts',
  'tools/packages/**/*.test.ts',
  'tools/repository.test.ts',
];

// It copies the whole folder, packages included: last and alone, when nobody writes there.
const clone = 'tests/process/clone.test.ts';

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      { test: { ...shared, name: 'tools', include: withoutDatabase } },
      {
        test: {
          ...shared,
          name: 'process',
          include: ['tests/process/**/*.test.ts'],
          exclude: ['**/node_modules/**', clone],
          globalSetup: './tests/process/build-once.ts',
          testTimeout: 90_000,
        },
      },
      {
        test: {
          ...shared,
          name: 'clone',
          include: [clone],
          globalSetup: './tests/process/build-once.ts',
          testTimeout: 90_000,
          fileParallelism: false,
        },
      },
      {
        // Screens name the font that the build cuts.
        plugins: [cutFonts()],
        test: {
          ...shared,
          name: 'house',
          include: ['src/**/*.test.{ts,tsx}', 'tools/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...withoutDatabase],
          globalSetup: './tests/global-setup.ts',
        },
      },
    ],
  },
});
