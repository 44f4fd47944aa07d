import type { Routine } from './schema-cache.ts';

/** Types of a single unnamed parameter that can take the whole body. */
const WHOLE_BODY_TYPES = ['json', 'jsonb', 'text', 'xml', 'bytea'];

const hasOneUnnamed = ({ parameters }: Routine) => parameters.length === 1 && parameters[0]?.name === '';

const takesWholeBody = ({ parameters }: Routine) => WHOLE_BODY_TYPES.includes(parameters[0]?.type ?? '');

/** Clients pass arguments by name, so a function with unnamed parameters is not callable, except for a single one that takes the whole body. */
export function isCallable(routine: Routine): boolean {
  if (hasOneUnnamed(routine)) return takesWholeBody(routine);
  return routine.parameters.every(({ name }) => name !== '');
}

/** A single unnamed parameter that can't take the whole body: only an empty argument name reaches it. */
export function isCalledByEmptyName(routine: Routine): boolean {
  return hasOneUnnamed(routine) && !takesWholeBody(routine);
}

/** Overloads in the order of error messages: fewest parameters first, then those without a comment, then by parameters. */
export function routinesInOrder(routines: readonly Routine[]): Routine[] {
  return [...routines].sort(
    (left, right) =>
      left.parameters.length - right.parameters.length ||
      compared(left.comment ?? '', right.comment ?? '') ||
      compared(parameterKey(left), parameterKey(right)),
  );
}

function parameterKey({ parameters }: Routine): string {
  return parameters.map(({ name, type }) => `${name}\0${type}`).join('\0');
}

function compared(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
