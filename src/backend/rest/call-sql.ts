import type { Source } from './condition-sql.ts';
import { RestFailure } from './failure.ts';
import { nearest } from './near-names.ts';
import { limitRoot, type Plan, type PlanRequest, readContext, readStatement } from './plan.ts';
import { readSql } from './read-sql.ts';
import { type Column, qualified, quoted, type Routine, type SchemaCache } from './schema-cache.ts';

export type CallRequest = PlanRequest & {
  routine: Routine;
  /** Names of the arguments given; null where the whole body is the one unnamed argument. */
  given: readonly string[] | null;
  /** GET and HEAD must not change anything. */
  isReadOnly: boolean;
};

/**
 * One statement that calls a function and reads its rows.
 * Source: https://docs.postgrest.org/en/stable/references/api/functions.html
 */
export function callPlan(request: CallRequest): Plan {
  const { routine, cache } = request;
  const context = readContext(request);
  const body = context.parameters.add((input) => input.body);
  const isRow = routine.returns === 'row' || routine.returns === 'relation';
  const parts: string[] = [];
  // A function said to be stable can't write; of a volatile one PostgreSQL takes the right to before it runs.
  const isGuarded = request.isReadOnly && routine.volatility === 'volatile';
  if (isGuarded) parts.push("(select set_config('transaction_read_only', 'on', true) as is_set offset 0) as reading");
  let given = '';
  if (request.given === null) given = `${body}::${routine.parameters[0]?.type ?? 'json'}`;
  else {
    const parameters = routine.parameters.filter((one) => request.given?.includes(one.name));
    if (parameters.length > 0) {
      const typed = parameters.map((one) => `${quoted(one.name)} ${one.type}`).join(', ');
      parts.push(`json_to_record(${body}::json) as pgrst_body(${typed})`);
    } else parts.push(`(select ${body}::json) as pgrst_body`);
    given = parameters
      .map((one) => `${one.variadic ? 'variadic ' : ''}${quoted(one.name)} => pgrst_body.${quoted(one.name)}`)
      .join(', ');
  }
  const call = `${qualified(routine)}(${given})`;
  // Not to be pulled up into the join (offset 0): there the function could run before the right is taken.
  const guard = isGuarded ? ' where reading.is_set is not null offset 0' : '';
  const rows = isRow ? `select made.* from ${call} as made` : `select ${call} as pgrst_scalar`;
  parts.push(`lateral (${rows}${guard}) as pgrst_call`);
  const relation = routine.relationOid === null ? null : (cache.relationByOid(routine.relationOid) ?? null);
  const alias = quoted(relation?.name ?? routine.name);
  const source: Source = {
    from: `pgrst_source as ${alias}`,
    alias,
    label: relation?.name ?? routine.name,
    relation,
    columns: isRow ? routine.columns : SCALAR,
  };
  const query = isRow ? request.query : { ...request.query, select: WHOLE };
  const select = readSql({ ...context, query }, source);
  if (routine.returnsSet) limitRoot(context, select, request);
  const before = `with pgrst_source as materialized (select pgrst_call.* from ${parts.join(', ')}) `;
  const isOne = !routine.returnsSet;
  const isVoid = routine.returns === 'void';
  const media = isOne && request.media.kind === 'array' ? { ...request.media, kind: 'object' as const } : request.media;
  const text = readStatement(
    { ...request, media, isHead: request.isHead || isVoid },
    select,
    before,
    isRow ? null : 'pgrst_scalar',
  );
  return { text, binds: context.parameters.binds, media: request.media, isOne, isVoid };
}

const SCALAR: ReadonlyMap<string, Column> = new Map();
const WHOLE = [{ kind: 'field', field: { name: '*', path: [] } }] as const;

/** What the request says of the function it wants. */
export type Wanted = { schema: string; name: string; given: readonly string[]; isPost: boolean };

/**
 * The one function the name and the arguments' names mean. `isWhole`: its single unnamed argument takes the whole body.
 * @throws {RestFailure} PGRST202 none, PGRST203 more than one.
 */
export function findRoutine(cache: SchemaCache, wanted: Wanted): { routine: Routine; isWhole: boolean } {
  const named = cache.routines(wanted.schema, wanted.name);
  const fitting = named.filter((routine) => fits(routine, wanted.given));
  if (fitting.length === 1 && fitting[0]) return { routine: fitting[0], isWhole: false };
  // Of overloads that all fit by defaults, the one that takes exactly these.
  const exact = fitting.filter((routine) => routine.parameters.length === wanted.given.length);
  if (exact.length === 1 && exact[0]) return { routine: exact[0], isWhole: false };
  if (fitting.length > 1) throw ambiguous(exact.length > 1 ? exact : fitting);
  const whole = wanted.isPost ? named.find(takesWholeBody) : undefined;
  if (whole) return { routine: whole, isWhole: true };
  throw noneFound(cache, wanted, named);
}

function fits(routine: Routine, given: readonly string[]): boolean {
  const names = new Set(routine.parameters.map((one) => one.name));
  if (!given.every((name) => names.has(name))) return false;
  return routine.parameters.every((one) =>
    one.name === '' ? !one.required : !one.required || given.includes(one.name),
  );
}

function takesWholeBody(routine: Routine): boolean {
  const [only] = routine.parameters;
  return routine.parameters.length === 1 && only?.name === '' && (only.type === 'json' || only.type === 'jsonb');
}

function noneFound(cache: SchemaCache, wanted: Wanted, named: readonly Routine[]): RestFailure {
  const { schema, name, given, isPost } = wanted;
  const list = given.join(', ');
  const searched = given.length === 0 ? ' without parameters' : ` with parameter${given.length > 1 ? 's' : ''} ${list}`;
  const hint = named.length > 0 ? nearOverload(named, given) : nearName(cache, schema, name);
  return new RestFailure(
    404,
    'PGRST202',
    `Could not find the function ${schema}.${name}${given.length === 0 ? ' without parameters' : `(${list})`} in the schema cache`,
    {
      details: `Searched for the function ${schema}.${name}${searched}${
        isPost ? ' or with a single unnamed json/jsonb parameter' : ''
      }, but no matches were found in the schema cache.`,
      hint: hint ? `Perhaps you meant to call the function ${schema}.${hint}` : null,
    },
  );
}

function nearName(cache: SchemaCache, schema: string, name: string): string | undefined {
  return nearest(
    name,
    cache.allRoutines(schema).map((routine) => routine.name),
  );
}

function nearOverload(named: readonly Routine[], given: readonly string[]): string | undefined {
  const sorted = (names: readonly string[]) => `(${[...names].sort().join(', ')})`;
  const near = nearest(
    sorted(given),
    named.map((routine) => sorted(routine.parameters.map((one) => one.name))),
    0.33,
  );
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
