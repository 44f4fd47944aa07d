import { RestFailure } from './failure.ts';
import type { Body } from './payload.ts';
import type { Routine, SchemaCache } from './schema-cache.ts';
import { nearest } from './suggestions.ts';

/** What of a request identifies the function it calls. */
export type RoutineQuery = {
  schema: string;
  name: string;
  argumentNames: readonly string[];
  /** Kind of a POST's body; null for GET and HEAD. */
  body: Body['kind'] | null;
};

/**
 * Resolves the function by its name and argument names. `isWhole`: its single unnamed parameter takes the whole body.
 * Source: https://docs.postgrest.org/en/stable/references/api/functions.html#overloaded-functions
 * @throws {RestFailure} PGRST202 none, PGRST203 more than one.
 */
export function findRoutine(cache: SchemaCache, query: RoutineQuery): { routine: Routine; isWhole: boolean } {
  const named = cache.routines(query.schema, query.name);
  const fitting = named.filter((routine) => fits(routine, query));
  if (fitting.length === 1 && fitting[0]) return { routine: fitting[0], isWhole: isWholeFor(fitting[0], query) };
  if (fitting.length > 1) throw ambiguous(fitting);
  const bodyTakers = named.filter((routine) => takesWholeBody(routine, query));
  if (bodyTakers.length === 1 && bodyTakers[0]) return { routine: bodyTakers[0], isWhole: true };
  if (bodyTakers.length > 1) throw ambiguous(bodyTakers);
  const [byEmptyName, ...others] = routinesByEmptyName(cache, query);
  if (byEmptyName && others.length > 0) throw ambiguous([byEmptyName, ...others]);
  if (byEmptyName) return { routine: byEmptyName, isWhole: false };
  throw noneFound(cache, query, named);
}

const isRaw = (body: RoutineQuery['body']) => body === 'text' || body === 'xml' || body === 'bytes';

/** Whether the request has all required arguments of the function and no others. */
function fits(routine: Routine, { argumentNames, body }: RoutineQuery): boolean {
  if (routine.parameters.length === 0) return argumentNames.length === 0 && !isRaw(body);
  const names = new Set(routine.parameters.map((parameter) => parameter.name));
  if (!argumentNames.every((name) => names.has(name))) return false;
  return routine.parameters.every((parameter) => !parameter.required || argumentNames.includes(parameter.name));
}

/** An unnamed parameter matched by its empty name takes the whole payload, as published. */
function isWholeFor({ parameters }: Routine, { argumentNames, body }: RoutineQuery): boolean {
  if (parameters.length !== 1 || parameters[0]?.name !== '') return false;
  return argumentNames.includes('') || (body !== null && body !== 'form');
}

const WHOLE_TYPES: Record<Body['kind'], readonly string[]> = {
  json: ['json', 'jsonb'],
  text: ['text'],
  xml: ['xml'],
  bytes: ['bytea'],
  csv: [],
  form: [],
};

function takesWholeBody(routine: Routine, { body }: RoutineQuery): boolean {
  const [only] = routine.parameters;
  if (body === null || routine.parameters.length !== 1 || only?.name !== '') return false;
  return WHOLE_TYPES[body].includes(only.type);
}

/** PostgREST calls none of these. They come after all that it calls, so that nothing it answers changes. */
function routinesByEmptyName(cache: SchemaCache, { schema, name, argumentNames }: RoutineQuery): readonly Routine[] {
  return argumentNames.length === 1 && argumentNames[0] === '' ? cache.routinesByEmptyName(schema, name) : [];
}

const WHOLE_NAMES: Partial<Record<Body['kind'], string>> = { text: 'text', xml: 'xml', bytes: 'bytea' };

function noneFound(cache: SchemaCache, query: RoutineQuery, named: readonly Routine[]): RestFailure {
  const { schema, name, body } = query;
  const names = [...new Set(query.argumentNames)].sort();
  const list = names.join(', ');
  const raw = body === null ? undefined : WHOLE_NAMES[body];
  const parameters = names.length === 0 ? ' without parameters' : `(${list})`;
  let searched = names.length === 0 ? ' without parameters' : ` with parameter${names.length > 1 ? 's' : ''} ${list}`;
  if (raw) searched = ` with a single unnamed ${raw} parameter`;
  else if (body === 'json') searched += ' or with a single unnamed json/jsonb parameter';
  const near = raw ? undefined : named.length > 0 ? suggestOverload(named, names) : suggestName(cache, schema, name);
  return new RestFailure(
    404,
    'PGRST202',
    `Could not find the function ${schema}.${name}${raw ? '' : parameters} in the schema cache`,
    {
      details: `Searched for the function ${schema}.${name}${searched}, but no matches were found in the schema cache.`,
      hint: near ? `Perhaps you meant to call the function ${schema}.${near}` : null,
    },
  );
}

function suggestName(cache: SchemaCache, schema: string, name: string): string | undefined {
  const names = cache.allRoutines(schema).map((routine) => routine.name);
  return nearest(name, names);
}

function suggestOverload(named: readonly Routine[], names: readonly string[]): string | undefined {
  const sorted = (names: readonly string[]) => `(${[...names].sort().join(', ')})`;
  const overloads = named.map((routine) => sorted(routine.parameters.map((parameter) => parameter.name)));
  const near = nearest(sorted(names), overloads, 0.33);
  return near && `${named[0]?.name}${near}`;
}

function ambiguous(routines: readonly Routine[]): RestFailure {
  const candidates = routines.map(
    (routine) =>
      `${routine.schema}.${routine.name}(${routine.parameters.map((parameter) => `${parameter.name} => ${parameter.type}`).join(', ')})`,
  );
  return new RestFailure(
    300,
    'PGRST203',
    `Could not choose the best candidate function between: ${candidates.join(', ')}`,
    {
      hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
    },
  );
}
