import type { Outcome } from './steps.ts';

/** How long each step of `npm test` may take on two cores, in seconds; `whole` is the wall clock of all of them. */
export const budget: Record<string, number> = {
  types: 40,
  'format and lint': 40,
  architecture: 40,
  'coverage of the specification': 40,
  'unused code': 40,
  build: 60,
  'units, rights and wire': 210,
  'journeys in a browser': 210,
  whole: 480,
};

/** From here on it is worth a warning: a busy machine alone makes a step somewhat longer. */
const WARN_FROM = 1.5;
const SLOWEST = 10;

/** Where the time went: each step beside its budget, and the slowest files. `seconds`: of the whole run. */
export function timesOf(outcomes: readonly Outcome[], seconds: number): string[] {
  const line = (name: string, taken: number) => {
    const limit = budget[name];
    const beside = limit === undefined ? '' : ` of ${limit} s`;
    const warning = limit !== undefined && taken > limit * WARN_FROM ? '  WARNING: over its budget by half' : '';
    return `${taken.toFixed(1).padStart(7)} s${beside}  ${name}${warning}`;
  };
  const files = outcomes.flatMap((outcome) => outcome.files).sort((one, other) => other.seconds - one.seconds);
  return [
    'Where the time went:',
    ...outcomes.map((outcome) => line(outcome.name, outcome.seconds)),
    line('whole', seconds),
    'The slowest files:',
    ...files.slice(0, SLOWEST).map((file) => line(file.name, file.seconds)),
  ];
}

export function printTimes(outcomes: readonly Outcome[], seconds: number): void {
  process.stdout.write(`\n${timesOf(outcomes, seconds).join('\n')}\n`);
}
