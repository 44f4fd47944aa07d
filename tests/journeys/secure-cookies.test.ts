import { request } from 'node:http';
import { createServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { expect } from '@playwright/test';
import acme from 'acme-client';
import { createIssuer } from '../certificates.ts';
import { test } from './browser.ts';
import { signInByForm } from './people.ts';

const NAME = 'sb-stoa-auth-token';

/** What ends TLS in front of the product, as an operator's proxy does. */
async function openProxy(): Promise<{ origin: string; close: () => void }> {
  const [key, csr] = await acme.crypto.createCsr({ commonName: 'demo.localhost' });
  const lines = csr.toString().replace(/-----[^-]+-----|\s/g, '');
  const cert = createIssuer().issue(Buffer.from(lines, 'base64'), 'demo.localhost', 30);
  const port = Number(process.env.JOURNEY_PORT);
  const server = createServer({ key, cert }, (message, response) => {
    const { method, url, headers } = message;
    const onward = request({ port, host: '127.0.0.1', method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    message.pipe(onward);
  });
  server.on('upgrade', (message, socket, head) => {
    const onward = connect(port, '127.0.0.1', () => {
      const lines = message.rawHeaders.reduce(
        (text, part, index) => text + part + (index % 2 === 0 ? ': ' : '\r\n'),
        `${message.method} ${message.url} HTTP/1.1\r\n`,
      );
      onward.write(`${lines}\r\n`);
      onward.write(head);
      onward.pipe(socket).pipe(onward);
    });
    for (const end of [onward, socket]) end.on('error', () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `https://demo.localhost:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

test('over https a session is kept by a name that no neighbour can set, and the plain one counts for nothing', async ({
  browser,
}) => {
  const proxy = await openProxy();
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  try {
    const page = await context.newPage();
    await context.addCookies([{ name: NAME, value: 'base64-planted', url: proxy.origin }]);
    await signInByForm(page, proxy.origin, 'student@demo.test');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const kept = (await context.cookies(proxy.origin)).filter(({ name }) => name.includes(NAME));
    expect(kept.length).toBeGreaterThan(0);
    for (const cookie of kept) {
      expect(cookie.name).toMatch(/^__Host-sb-stoa-auth-token(?:\.\d)?$/);
      expect(cookie).toMatchObject({ secure: true, path: '/', domain: 'demo.localhost' });
    }
    // The server knows them by it too: the door would not send somebody signed in here.
    await page.goto(`${proxy.origin}/dashboard`);
    await expect(page).toHaveURL(`${proxy.origin}/dashboard`);

    // The same session by the plain name is nobody's.
    const planted = await browser.newContext({ ignoreHTTPSErrors: true });
    await planted.addCookies(
      kept.map(({ name, value }) => ({ name: name.replace('__Host-', ''), value, url: proxy.origin })),
    );
    const other = await planted.newPage();
    await other.goto(`${proxy.origin}/dashboard`);
    await expect(other).toHaveURL(/\/login\?redirectedFrom=/);
    await planted.close();
  } finally {
    await context.close();
    proxy.close();
  }
});
