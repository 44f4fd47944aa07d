import { globSync, readFileSync } from 'node:fs';
import { finish, runInTurn, vitestStep } from './testing/steps.ts';

/** `npm run test:long`: every test that `npm test` runs a sample of, whole. */
const files = globSync(['src/**/*.test.{ts,tsx}', 'tools/**/*.test.ts']).filter((file) =>
  readFileSync(file, 'utf8').includes('tests/long.ts'),
);
finish(await runInTurn([vitestStep(files.sort(), { TEST_LONG: 'on' })]));
