import { type Api, requireSession } from '#base/server/api.ts';
import { csvLines } from '#base/shared/csv.ts';
import { errors } from '#base/shared/errors.ts';
import { minorUnitsPerMajor } from '#base/shared/money.ts';
import { columnsOf, type ListName, lists, reportParams } from './rules.ts';

/** Rows fetched at a time; the file is streamed. */
const PART = 10_000;
/** Maximum rows of a file. */
const MAX_ROWS = 200_000;

type Row = Record<string, string | number | boolean | null>;
type Part = { frame: { currency: string }; count: number; rows: Row[] };

export const api: Api = (router, tools) => {
  router.get('/api/reports/:file', async (context) => {
    const { caller, userId } = requireSession(context);
    const account = context.get('account').account_id;
    const list = lists.find((name) => `${name}.csv` === context.req.param('file'));
    if (!list) throw errors.notFound('There is no such list.');
    await tools.limit(`report-csv:${userId}`, 30, 60);
    const { period, since, until, filters } = reportParams(new URL(context.req.url).searchParams);
    const read = async (page: number): Promise<Part> => {
      const [row] = await tools.database
        .as(caller)
        .query<{ part: Part }>('select public.report_list($1, $2, $3, $4, $5, $6::jsonb, $7, $8) as part', [
          account,
          list,
          period,
          since,
          until,
          JSON.stringify(filters),
          page,
          PART,
        ]);
      return row?.part as Part;
    };
    // Fetched before the response starts, so that an error still has its own status.
    const first = await read(1);
    const rows = Math.min(first.count, MAX_ROWS);
    return new Response(partsOf(list, first, rows, read), {
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="${list}.csv"`,
        'cache-control': 'no-store',
      },
    });
  });
};

function partsOf(list: ListName, first: Part, rows: number, read: (page: number) => Promise<Part>): ReadableStream {
  const encoder = new TextEncoder();
  const pages = Math.max(1, Math.ceil(rows / PART));
  let page = 1;
  return new ReadableStream({
    pull: async (controller) => {
      const part = page === 1 ? first : await read(page);
      // The byte order mark tells spreadsheets that the file is UTF-8.
      if (page === 1) controller.enqueue(encoder.encode(`\uFEFF${csvLines([headOf(list)], true)}`));
      const rows = part.rows.map((row) => cellsOf(list, row, part.frame.currency));
      controller.enqueue(encoder.encode(csvLines(rows, true)));
      page += 1;
      if (page > pages) controller.close();
    },
  });
}

const isMoney = (column: string) => column === 'amount' || column === 'discount';

/** Column names for programs: the same in every language. */
function headOf(list: ListName): string[] {
  return columnsOf[list].flatMap((column) => (column === 'amount' ? ['amount', 'currency'] : [column]));
}

function cellsOf(list: ListName, row: Row, currency: string): Row[string][] {
  return columnsOf[list].flatMap((column) => {
    const value = row[column] ?? null;
    const cell = isMoney(column) ? Number(value) / minorUnitsPerMajor(currency) : value;
    return column === 'amount' ? [cell, currency] : [cell];
  });
}
