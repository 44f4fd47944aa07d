import type { QueryOptions, Sql } from '#base/server/database.ts';
import { failures } from './failure.ts';
import { joinRows } from './media.ts';
import type { PlanInput } from './parameters.ts';
import type { Plan, PlanRow } from './plan.ts';
import { quoted } from './schema-cache.ts';

/** Thrown to roll back a transaction that succeeded. */
const ROLLED_BACK = Symbol('rolled back');

export type RunOptions = {
  /** Each a `schema.function`, called before the statement. */
  preRequests: readonly string[];
  isRolledBack: boolean;
  /** The statement calls no function that could change a session setting. */
  keepsSettings: boolean;
  isRead: boolean;
};

/**
 * Runs a plan's statement: in one round trip, unless its transaction needs other statements before or after it.
 * Source: https://docs.postgrest.org/en/stable/references/transactions.html
 * @throws {pg.DatabaseError}
 */
export async function runPlan(sql: Sql, plan: Plan, input: PlanInput, options: RunOptions): Promise<PlanRow> {
  const values = plan.binds.map((bind) => bind(input));
  const isAlone =
    options.preRequests.length === 0 && !options.isRolledBack && !plan.estimate && plan.maxCost === undefined;
  if (isAlone) return await runMain(sql, plan, values, options);
  let row: PlanRow | undefined;
  try {
    await sql.transaction(async (tx) => {
      for (const name of options.preRequests) await tx.query(`select ${functionSql(name)}()`);
      if (plan.maxCost !== undefined) await checkCost(tx, plan, values, plan.maxCost);
      row = await runMain(tx, plan, values);
      if (plan.estimate && !plan.media.explain) row.total = await estimated(tx, plan.estimate, input, row.total);
      if (options.isRolledBack) throw ROLLED_BACK;
    });
  } catch (error) {
    if (error !== ROLLED_BACK) throw error;
  }
  return row ?? { body: null, rows: 0 };
}

async function runMain(sql: Sql, plan: Plan, values: unknown[], options?: QueryOptions): Promise<PlanRow> {
  const { explain } = plan.media;
  if (!explain) {
    const rows = await sql.query<PlanRow>(plan.text, values, options);
    if (plan.isByRow) return { body: joinRows(plan.media, rows), rows: rows.length };
    return rows[0] ?? { body: null, rows: 0 };
  }
  const parts = [`format ${explain.format}`, ...explain.options].join(', ');
  const rows = await sql.query<{ 'QUERY PLAN': unknown }>(`explain (${parts}) ${plan.text}`, values);
  const lines = rows.map((row) => row['QUERY PLAN']);
  return { body: explain.format === 'json' ? JSON.stringify(lines[0]) : lines.join('\n'), rows: lines.length };
}

/** @throws {RestFailure} PGRST100 where the statement would cost more than it may. */
async function checkCost(tx: Sql, plan: Plan, values: unknown[], maxCost: number): Promise<void> {
  const [row] = await tx.query<{ 'QUERY PLAN': unknown }>(`explain (format json) ${plan.text}`, values);
  const estimate = row?.['QUERY PLAN'] as { Plan: { 'Total Cost': number } }[] | undefined;
  if ((estimate?.[0]?.Plan['Total Cost'] ?? 0) > maxCost) {
    throw failures.tooMuch('The request reads too much at once. Embed less, or ask for fewer rows.');
  }
}

/** `schema.function`, or a function of the search path, as SQL. */
export function functionSql(name: string): string {
  return name.split('.').map(quoted).join('.');
}

/** The planner's row estimate, if nothing was counted or the count exceeded its limit. */
async function estimated(
  tx: Sql,
  estimate: NonNullable<Plan['estimate']>,
  input: PlanInput,
  total: string | null | undefined,
): Promise<string> {
  const counted = total === null || total === undefined ? null : Number(total);
  if (counted !== null && estimate.threshold !== null && counted <= estimate.threshold) return String(counted);
  const values = estimate.binds.map((bind) => bind(input));
  const [row] = await tx.query<{ 'QUERY PLAN': unknown }>(estimate.text, values);
  const plan = row?.['QUERY PLAN'] as { Plan: { 'Plan Rows': number } }[] | undefined;
  return String(Math.max(counted ?? 0, plan?.[0]?.Plan['Plan Rows'] ?? 0));
}
