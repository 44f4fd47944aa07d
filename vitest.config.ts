import { defineConfig } from 'vitest/config';
import { cutFonts } from './tools/cut-fonts.ts';
import { testFiles } from './tools/testing/kinds.ts';

const shared = {
  environment: 'node' as const,
  testTimeout: 30_000,
  hookTimeout: 60_000,
  // What is waited for may be long in coming on a busy machine; a second is no answer.
  expect: { poll: { timeout: 15_000 } },
  // A stylesheet that is named has an address; one that is imported has no use in a test.
  css: { include: [/\?url$/] },
  execArgv: ['--disable-warning=ExperimentalWarning'],
};
const { unit, db } = testFiles();

// It copies the whole folder, packages included: last and alone, when nobody writes there.
const clone = 'tests/process/clone.test.ts';

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        // Screens name the font that the build cuts.
        plugins: [cutFonts()],
        test: { ...shared, name: 'unit', include: unit, pool: 'threads', isolate: false },
      },
      {
        plugins: [cutFonts()],
        test: {
          ...shared,
          name: 'db',
          include: db,
          pool: 'forks',
          isolate: false,
          globalSetup: './tests/db/start-postgres.ts',
        },
      },
      {
        test: {
          ...shared,
          name: 'process',
          pool: 'forks',
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
          pool: 'forks',
          include: [clone],
          globalSetup: './tests/process/build-once.ts',
          testTimeout: 90_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
