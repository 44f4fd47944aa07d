import type { Routine } from './schema-cache.ts';

/** Types of a single unnamed parameter that can take the whole body. */
const WHOLE_BODY_TYPES = ['json', 'jsonb', 'text', 'xml', 'bytea'];

/** Clients pass arguments by name, so a function with unnamed parameters is not callable, except for a single one that takes the whole body. */
export function isCallable({ parameters }: Routine): boolean {
  const [first] = parameters;
  if (parameters.length === 1 && first?.name === '') return WHOLE_BODY_TYPES.includes(first.type);
  return parameters.every(({ name }) => name !== '');
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
