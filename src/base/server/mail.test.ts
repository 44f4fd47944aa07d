import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '#tests/db/world.ts';
import { createMailer } from './mail.ts';

let world: World;
let post: SMTPServer;
const arrived: string[] = [];
const receivers: string[] = [];
beforeAll(async () => {
  world = await openWorld();
  post = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _, done) => {
      receivers.push(address);
      done();
    },
    onData: (stream, _, done) => {
      let text = '';
      stream.on('data', (part) => {
        text += part;
      });
      stream.on('end', () => {
        arrived.push(text);
        done();
      });
    },
  });
  await new Promise<void>((resolve) => post.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await new Promise<void>((resolve) => post.close(resolve));
  await world.close();
});

test('a mail takes its files along, byte for byte, under their names and types', async () => {
  const address = post.server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const mailer = createMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, from: 'post@stoa.test', sql: world.sql });
  const content = Buffer.from(Array.from({ length: 700 }, (_, index) => (index * 37) % 256));
  const mail = { account_id: null, to: 'ada@demo.test', subject: 'A file', html: '<p>Here</p>', text: 'Here' };
  await mailer.deliver({ ...mail, attachments: [{ name: 'ST-2026-0001.pdf', type: 'application/pdf', content }] });
  await mailer.deliver(mail);
  mailer.close();
  const [withFile = '', without = ''] = arrived;
  const [head = '', body = ''] = withFile.split('Content-Type: application/pdf').at(1)?.split('\r\n\r\n') ?? [];
  expect(head).toContain('filename=ST-2026-0001.pdf');
  expect(head).toContain('base64');
  expect(Buffer.from(body.split('\r\n--')[0] ?? '', 'base64').equals(content)).toBe(true);
  expect(without).not.toContain('attachment');
});

const serverAt = (host: string) => {
  const address = post.server.address();
  return `smtp://${host}:${typeof address === 'object' ? address?.port : ''}`;
};

test('a server on another machine that offers no TLS is sent nothing', async () => {
  // The same server under an address that is not recognized as this machine.
  const mailer = createMailer({ smtpUrl: serverAt('0.0.0.0'), from: 'post@stoa.test', sql: world.sql });
  const before = arrived.length;
  const mail = { account_id: null, to: 'ada@demo.test', subject: 'Secret', html: '<p>Secret</p>', text: 'Secret' };
  await expect(mailer.deliver(mail)).rejects.toMatchObject({ code: 'ETLS' });
  mailer.close();
  expect(arrived).toHaveLength(before);
});

test('what is put into a mail makes no header and no receiver of it', async () => {
  const mailer = createMailer({ smtpUrl: serverAt('127.0.0.1'), from: 'post@stoa.test', sql: world.sql });
  const before = receivers.length;
  const forged = 'x\r\nBcc: thief@evil.test\r\nX-Forged: yes';
  const mail = { account_id: null, to: 'ada@demo.test', subject: forged, html: '<p>Here</p>', text: 'Here' };
  const attachments = [{ name: `${forged}.pdf`, type: 'application/pdf', content: Buffer.from('x') }];
  await mailer.deliver({ ...mail, replyTo: `bob@demo.test${forged}`, headers: { 'X-Own': forged }, attachments });
  mailer.close();
  const [head = ''] = arrived.at(-1)?.split('\r\n\r\n') ?? [];
  expect(head).not.toMatch(/^(?:bcc|x-forged):/im);
  expect(arrived.at(-1)).not.toMatch(/^x-forged:/im);
  expect(receivers.slice(before)).toEqual(['ada@demo.test']);
});
