import { cheapSteps, finish, runTogether } from './testing/steps.ts';

finish(await runTogether(cheapSteps));
