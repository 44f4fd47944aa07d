import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';

// The least a Node server can do for a file: its bytes streamed to disk and from disk, with no check, no sum, no row
// and nothing made sure of.
const file = process.env.BARE_FILE ?? '';

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method === 'POST') {
    await pipeline(request, createWriteStream(file));
    response.end('{}');
    return;
  }
  const facts = await stat(file).catch(() => null);
  if (!facts) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': facts.size });
  await pipeline(createReadStream(file), response);
}

createServer((request, response) => {
  answer(request, response).catch(() => response.destroy());
}).listen(Number(process.env.PORT), '127.0.0.1');
