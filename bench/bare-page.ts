import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

// The least a Node server can do for a page: the same bytes and the same headers, from memory, to whoever asks.
const { status, headers, body } = JSON.parse(readFileSync(process.env.BARE_PAGE ?? '', 'utf8')) as {
  status: number;
  headers: string[];
  body: string;
};
const bytes = Buffer.from(body, 'base64');

createServer((_, response) => {
  response.writeHead(status, headers);
  response.end(bytes);
}).listen(Number(process.env.PORT), '127.0.0.1');
