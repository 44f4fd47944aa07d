import { createServer } from 'node:http';
import pg from 'pg';

// The least a Node server can do for a row: one prepared select with the same driver, by a role that is not asked
// for any right, its rows as JSON.
const pool = new pg.Pool({ connectionString: process.env.BARE_DATABASE, max: 16 });
const values = JSON.parse(process.env.BARE_VALUES ?? '[]') as unknown[];
const text = process.env.BARE_SELECT ?? '';

createServer((_, response) => {
  pool.query({ name: 'bare', text, values }).then(
    ({ rows }) => {
      const body = JSON.stringify(rows);
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
