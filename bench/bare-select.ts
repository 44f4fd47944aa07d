import { createServer } from 'node:http';
import pg from 'pg';

// The least a Node server can do for rows: one prepared statement with the same driver, by a role that is not asked for
// any right, its rows as JSON; with a second statement, both in one transaction.
const pool = new pg.Pool({ connectionString: process.env.BARE_DATABASE, max: 16 });
const values = JSON.parse(process.env.BARE_VALUES ?? '[]') as unknown[];
const text = process.env.BARE_SELECT ?? '';
const second = process.env.BARE_SECOND;

async function answer(): Promise<unknown[]> {
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
createServer((request, response) => {
  request.resume();
  answer().then(
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
