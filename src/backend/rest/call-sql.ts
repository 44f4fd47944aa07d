import type { Source } from './condition-sql.ts';
import { errorSql } from './error-sql.ts';
import { arrayLiteral } from './filter-grammar.ts';
import type { PlanInput } from './parameters.ts';
import { limitRoot, type Plan, type PlanRequest, readContext, readStatement } from './plan.ts';
import { readSql } from './read-sql.ts';
import { type Column, type Parameter, qualified, quoted, type Routine } from './schema-cache.ts';

export type CallRequest = PlanRequest & {
  routine: Routine;
  /** Names of the arguments in the request; null where the body is the function's one unnamed argument. */
  argumentNames: readonly string[] | null;
  /** The arguments come as text, in the query string or a form; else in a JSON body. */
  isText: boolean;
  /** Nothing may be changed. */
  isReadOnly: boolean;
};

/**
 * One statement that calls a function and reads its rows.
 * Source: https://docs.postgrest.org/en/stable/references/api/functions.html
 */
export function callPlan(request: CallRequest): Plan {
  const { routine, cache, media } = request;
  const context = readContext(request);
  const isRow = routine.returns === 'row' || routine.returns === 'relation';
  const { from, args } = argumentsSql(context.parameters, request);
  const call = `${qualified(routine)}(${args})`;
  const rows = isRow ? `select made.* from ${call} as made` : `select ${call} as pgrst_scalar`;
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
  const before = `with pgrst_source as materialized (select pgrst_call.* from ${from}lateral (${rows}) as pgrst_call) `;
  const isOne = !routine.returnsSet;
  const isVoid = routine.returns === 'void';
  const { maxAffected } = request.preferences;
  const guard = maxAffected === null ? '' : errorSql('affected', `count(*) > ${maxAffected}`);
  const displayed = isOne && media.kind === 'array' ? { ...media, kind: 'object' as const } : media;
  const text = readStatement(
    { ...request, media: displayed, isHead: request.isHead || isVoid },
    select,
    before,
    isRow ? null : 'pgrst_scalar',
    guard,
  );
  const settings = routine.statementTimeout ? { statement_timeout: routine.statementTimeout } : undefined;
  return {
    text,
    binds: context.parameters.binds,
    media,
    isOne,
    isVoid,
    isReadOnly: request.isReadOnly,
    readsResponse: true,
    settings,
  };
}

const SCALAR: ReadonlyMap<string, Column> = new Map();
const WHOLE = [{ kind: 'field', field: { name: '*', path: [] } }] as const;

/** SQL of the arguments and of the `from` item they are read from. */
function argumentsSql(parameters: Parameters, request: CallRequest): { from: string; args: string } {
  const { routine, argumentNames } = request;
  if (argumentNames === null) {
    const type = routine.parameters[0]?.type ?? 'json';
    const body = parameters.add((input) => wholeBody(input, type, request.isText));
    return { from: '', args: `${body}::${type}` };
  }
  const parameterList = routine.parameters.filter((parameter) => argumentNames.includes(parameter.name));
  if (parameterList.length === 0) return { from: '', args: '' };
  const isUnnamed = parameterList[0]?.name === '';
  const named = (parameter: Parameter, value: string) =>
    `${parameter.variadic ? 'variadic ' : ''}${isUnnamed ? '' : `${quoted(parameter.name)} => `}${value}`;
  if (request.isText) {
    const values = parameterList.map((parameter) =>
      named(parameter, `${parameters.add((input) => textOf(input.textArguments, parameter))}::${parameter.type}`),
    );
    return { from: '', args: values.join(', ') };
  }
  const body = `${parameters.add((input) => input.body)}::json`;
  // No column can have an empty name.
  const record = isUnnamed ? `json_build_object('value', ${body} -> '')` : body;
  const columnOf = (parameter: Parameter) => quoted(parameter.name || 'value');
  const typed = parameterList.map((parameter) => `${columnOf(parameter)} ${parameter.type}`).join(', ');
  const values = parameterList.map((parameter) => named(parameter, `pgrst_body.${columnOf(parameter)}`));
  return { from: `json_to_record(${record}) as pgrst_body(${typed}), `, args: values.join(', ') };
}

/** The payload as one value: text arguments become a JSON object. */
function wholeBody({ body, textArguments }: PlanInput, type: string, isText: boolean): string | Buffer | null {
  const payload = isText
    ? JSON.stringify(Object.fromEntries([...textArguments].map(([name, values]) => [name, values.at(-1) ?? ''])))
    : body;
  // PostgreSQL would read backslashes in text as bytea escapes.
  return type === 'bytea' && typeof payload === 'string' ? Buffer.from(payload) : payload;
}

type Parameters = ReturnType<typeof readContext>['parameters'];

/** A repeated name is a list for a variadic parameter; for any other parameter the last value is used. */
function textOf(valuesByName: ReadonlyMap<string, readonly string[]>, parameter: Parameter): string {
  const values = valuesByName.get(parameter.name) ?? [];
  return parameter.variadic ? arrayLiteral(values) : (values.at(-1) ?? '');
}
