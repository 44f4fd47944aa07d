import { RestFailure } from './failure.ts';
import type { Body } from './payload.ts';
import type { Routine, SchemaCache } from './schema-cache.ts';
import { nearest } from './suggestions.ts';

/** What the request says of the function it wants. */
export type Wanted = {
  schema: string;
  name: string;
  given: readonly string[];
  /** What a POST sends; null for GET and HEAD. */
  body: Body['kind'] | null;
};

/**
 * The one function the name and the arguments' names mean. `isWhole`: its single unnamed argument takes the whole body.
 * Source: https://docs.postgrest.org/en/stable/references/api/functions.html#overloaded-functions
 * @throws {RestFailure} PGRST202 none, PGRST203 more than one.
 */
export function findRoutine(cache: SchemaCache, wanted: Wanted): { routine: Routine; isWhole: boolean } {
  const named = cache.routines(wanted.schema, wanted.name);
  const fitting = named.filter((routine) => fits(routine, wanted));
  if (fitting.length === 1 && fitting[0]) return { routine: fitting[0], isWhole: isWholeFor(fitting[0], wanted) };
  if (fitting.length > 1) throw ambiguous(fitting);
  const whole = named.filter((routine) => takesWholeBody(routine, wanted));
  if (whole.length === 1 && whole[0]) return { routine: whole[0], isWhole: true };
  if (whole.length > 1) throw ambiguous(whole);
  throw noneFound(cache, wanted, named);
}

const isRaw = (body: Wanted['body']) => body === 'text' || body === 'xml' || body === 'bytes';

/** All required arguments are given, and nothing it doesn't have. */
function fits(routine: Routine, { given, body }: Wanted): boolean {
  if (routine.parameters.length === 0) return given.length === 0 && !isRaw(body);
  const names = new Set(routine.parameters.map((one) => one.name));
  if (!given.every((name) => names.has(name))) return false;
  return routine.parameters.every((one) => !one.required || given.includes(one.name));
}

/** An unnamed parameter that was found by its empty name takes everything that was sent, as published. */
function isWholeFor({ parameters }: Routine, { given, body }: Wanted): boolean {
  if (parameters.length !== 1 || parameters[0]?.name !== '') return false;
  return given.includes('') || (body !== null && body !== 'form');
}

const WHOLE_TYPES: Record<Body['kind'], readonly string[]> = {
  json: ['json', 'jsonb'],
  text: ['text'],
  xml: ['xml'],
  bytes: ['bytea'],
  csv: [],
  form: [],
};

function takesWholeBody(routine: Routine, { body }: Wanted): boolean {
  const [only] = routine.parameters;
  if (body === null || routine.parameters.length !== 1 || only?.name !== '') return false;
  return WHOLE_TYPES[body].includes(only.type);
}

const WHOLE_NAMES: Partial<Record<Body['kind'], string>> = { text: 'text', xml: 'xml', bytes: 'bytea' };

function noneFound(cache: SchemaCache, wanted: Wanted, named: readonly Routine[]): RestFailure {
  const { schema, name, body } = wanted;
  const given = [...new Set(wanted.given)].sort();
  const list = given.join(', ');
  const raw = body === null ? undefined : WHOLE_NAMES[body];
  const parameters = given.length === 0 ? ' without parameters' : `(${list})`;
  let searched = given.length === 0 ? ' without parameters' : ` with parameter${given.length > 1 ? 's' : ''} ${list}`;
  if (raw) searched = ` with a single unnamed ${raw} parameter`;
  else if (body === 'json') searched += ' or with a single unnamed json/jsonb parameter';
  const near = raw ? undefined : named.length > 0 ? nearOverload(named, given) : nearName(cache, schema, name);
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

function nearName(cache: SchemaCache, schema: string, name: string): string | undefined {
  const names = cache.allRoutines(schema).map((routine) => routine.name);
  return nearest(name, names);
}

function nearOverload(named: readonly Routine[], given: readonly string[]): string | undefined {
  const sorted = (names: readonly string[]) => `(${[...names].sort().join(', ')})`;
  const overloads = named.map((routine) => sorted(routine.parameters.map((one) => one.name)));
  const near = nearest(sorted(given), overloads, 0.33);
  return near && `${named[0]?.name}${near}`;
}

function ambiguous(routines: readonly Routine[]): RestFailure {
  const spelt = routines.map(
    (one) => `${one.schema}.${one.name}(${one.parameters.map((each) => `${each.name} => ${each.type}`).join(', ')})`,
  );
  return new RestFailure(300, 'PGRST203', `Could not choose the best candidate function between: ${spelt.join(', ')}`, {
    hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
  });
}
