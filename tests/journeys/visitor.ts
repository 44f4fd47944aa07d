import { request } from 'node:http';
import type { Page } from '@playwright/test';

/** Until the script of public pages has taken over what was pressed before it was there. */
export async function untilAlive(page: Page): Promise<void> {
  await page.waitForFunction(() => window.onclick === null);
}

/** A page as a visitor's browser is given it, and nothing else: no prefetch, no script. */
export function readPage(
  host: 'demo.localhost' | 'atelier.localhost' | 'localhost',
  path: string,
  headers: Record<string, string> = {},
): Promise<string> {
  return read(host, path, headers);
}

/** How many pages the product has rendered so far; one that comes from the cache is not rendered. */
export async function countRenders(): Promise<number> {
  const figures = await read('127.0.0.1', '/metrics');
  const count = /^stoa_page_renders_total (\d+)$/m.exec(figures)?.[1];
  if (count === undefined) throw new Error('The product does not say how many pages it has rendered.');
  return Number(count);
}

function read(host: string, path: string, headers: Record<string, string> = {}): Promise<string> {
  const port = Number(process.env.JOURNEY_PORT);
  return new Promise((settle, fail) => {
    request({ host: '127.0.0.1', port, path, headers: { ...headers, host: `${host}:${port}` } }, (answer) => {
      let body = '';
      answer.setEncoding('utf8');
      answer.on('data', (part) => {
        body += part;
      });
      answer.on('end', () =>
        answer.statusCode === 200 ? settle(body) : fail(new Error(`${host}${path} answered ${answer.statusCode}.`)),
      );
    })
      .on('error', fail)
      .end();
  });
}
