import { finish, runCheapSteps } from './testing/steps.ts';

finish(await runCheapSteps());
