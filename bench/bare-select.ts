import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import pg from 'pg';

// The least a Node server can do for rows: one prepared statement with the same driver, by a role that is not asked for
// any right, its rows as JSON; with a second statement, both in one transaction. Its values are the same every time, or
// fields of the object that was sent.
const pool = new pg.Pool({ connectionString: process.env.BARE_DATABASE, max: 16 });
const values = JSON.parse(process.env.BARE_VALUES ?? '[]') as unknown[];
const text = process.env.BARE_SELECT ?? '';
const second = process.env.BARE_SECOND;
const fields = JSON.parse(process.env.BARE_FIELDS ?? 'null') as string[] | null;

async function answer(values: unknown[]): Promise<unknown[]> {
  if (!second) return (await pool.query({ name: 'bare', text, values })).rows;
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query({ name: 'bare', text, values });
    const { rows } = await client.query({ name: 'second', text: second, values });
    await client.query('commit');
    return rows;
  } finally {
    client.release();
  }
}

if (process.env.BARE_BEFORE) await pool.query(process.env.BARE_BEFORE);

async function valuesOf(request: IncomingMessage): Promise<unknown[]> {
  if (!fields) {
    request.resume();
    return values;
  }
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(request, 'end');
  const sent = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>;
  return fields.map((field) => sent[field]);
}

async function respond(request: IncomingMessage): Promise<unknown[]> {
  return await answer(await valuesOf(request));
}

createServer((request, response) => {
  respond(request).then(
    (rows) => {
      const [row] = rows as { body?: string }[];
      // A statement that makes the whole answer is passed on as it came.
      const body = row?.body ?? JSON.stringify(rows);
      response.writeHead(200, {
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(body),
      });
      response.end(body);
    },
    (error: Error) => {
      response.writeHead(500);
      response.end(error.message);
    },
  );
}).listen(Number(process.env.PORT), '127.0.0.1');
