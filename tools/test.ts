import { finish, runCheapSteps, runLongSteps } from './testing/steps.ts';

// A step that fails stops nothing: one run tells everything that is wrong.
finish([...(await runCheapSteps()), ...(await runLongSteps())]);
