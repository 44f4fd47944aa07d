import { relative } from 'node:path';
import { printTimes } from './testing/budget.ts';
import { prepareFolder } from './testing/prepared-folder.ts';
import {
  buildStep,
  cheapSteps,
  finish,
  journeysStep,
  type Outcome,
  runInTurn,
  runTogether,
  vitestStep,
} from './testing/steps.ts';

/** `npm test`: everything; `npm test -- PATH…`: what stands under these files and folders, without checks and build. */
const paths = process.argv.slice(2).map((path) => relative('.', path));
finish(paths.length > 0 ? await runSome() : await runAll());

function runSome(): Promise<Outcome[]> {
  const journeys = paths.filter((path) => path.startsWith('tests/journeys'));
  const others = paths.filter((path) => !journeys.includes(path));
  return runInTurn([
    ...(others.length > 0 ? [vitestStep(others)] : []),
    ...(journeys.length > 0 ? [journeysStep(journeys)] : []),
  ]);
}

/** A step that fails stops nothing: one run shows everything that is wrong. */
async function runAll(): Promise<Outcome[]> {
  const began = performance.now();
  const checked = await runTogether([...cheapSteps, buildStep]);
  // The stories start from it, and find it made; who fails to make it there says why.
  prepareFolder('demo').catch(() => {});
  const outcomes = [...checked, ...(await runInTurn([vitestStep(), journeysStep()]))];
  printTimes(outcomes, (performance.now() - began) / 1000);
  return outcomes;
}
