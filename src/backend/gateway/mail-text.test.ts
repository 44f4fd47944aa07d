import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import type { AuthMail } from '#backend/auth/auth-options.ts';
import { silentLog } from '#base/server/log.ts';
import { createMailTexts } from './mail-text.ts';

const siteUrl = 'https://school.test';
const mail: AuthMail = {
  to: 'ada@school.test',
  kind: 'magiclink',
  url: 'https://api.test/auth/v1/verify?token=abc&type=magiclink&redirect_to=https%3A%2F%2Fschool.test%2Fin',
  token: '123456',
  scope: null,
};

test('a mail without a template says what it is for, with its link and its code', async () => {
  const write = createMailTexts({ siteUrl, templates: {}, log: silentLog });
  const { subject, html, text } = await write(mail);
  expect(subject).toBe('Your sign-in link');
  expect(html).toContain(mail.url.replaceAll('&', '&amp;'));
  expect(text).toContain(mail.url);
  expect(text).toContain('123456');
  const code = await write({ ...mail, kind: 'reauthentication', url: '' });
  expect(code.text).toContain('123456');
  expect(code.html).not.toContain('href');
});

test('a template has the published values, as text and never as markup or a second line of a header', async () => {
  const html =
    '<a href="{{ .ConfirmationURL }}">{{.Token}}</a> {{ .TokenHash }} {{- .RedirectTo -}} {{ .Email }} {{ .SiteURL }} {{ .Data }}';
  const write = createMailTexts({
    siteUrl,
    templates: { magiclink: { subject: 'Hello {{ .Email }}', html } },
    log: silentLog,
  });
  const sent = await write({ ...mail, to: 'a<b>@x.test\r\nBcc: all@x.test' });
  expect(sent.subject).toBe('Hello a<b>@x.test Bcc: all@x.test');
  expect(sent.html).toBe(
    `<a href="${mail.url.replaceAll('&', '&amp;')}">123456</a> abc https://school.test/in a&lt;b&gt;@x.test\r\nBcc: all@x.test https://school.test `,
  );
});

test('a template at a URL is fetched once, and the default text replaces it where that fails', async () => {
  let fetchCount = 0;
  const server = createServer((request, response) => {
    fetchCount++;
    response.writeHead(request.url === '/mail.html' ? 200 : 404).end('From afar: {{ .Token }}');
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  const at = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  const template = (path: string) =>
    createMailTexts({ siteUrl, templates: { magiclink: { url: at + path } }, log: silentLog });
  const write = template('/mail.html');
  expect((await write(mail)).html).toBe('From afar: 123456');
  expect((await write(mail)).html).toBe('From afar: 123456');
  expect(fetchCount).toBe(1);
  expect((await template('/gone.html')(mail)).html).toContain('Sign in');
  server.close();
});
