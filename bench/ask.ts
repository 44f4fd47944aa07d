import { request } from 'node:http';

export type Answer = { status: number; headers: string[]; body: Buffer };

/** One request to this machine under a host's own name, its answer raw: no unpacking, headers as they were sent. */
export function ask(
  port: number,
  host: string,
  path: string,
  options: {
    method?: string;
    headers?: Record<string, string>;
    body?: string;
    /** Which address of this machine it comes from. */
    from?: string;
  } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        host: '127.0.0.1',
        port,
        path,
        method: options.method ?? 'GET',
        ...(options.from ? { localAddress: options.from } : {}),
        headers: { ...options.headers, host: `${host}:${port}` },
      },
      (message) => {
        const chunks: Buffer[] = [];
        message.on('data', (chunk: Buffer) => chunks.push(chunk));
        message.on('error', reject);
        message.on('end', () =>
          resolve({ status: message.statusCode ?? 0, headers: message.rawHeaders, body: Buffer.concat(chunks) }),
        );
      },
    );
    asked.on('error', reject);
    asked.end(options.body);
  });
}

export async function askJson<Body>(...asked: Parameters<typeof ask>): Promise<Body> {
  const answer = await ask(...asked);
  if (answer.status >= 300)
    throw new Error(`${asked[2]} answered ${answer.status}: ${answer.body.toString().slice(0, 300)}`);
  return JSON.parse(answer.body.toString()) as Body;
}
