import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '#tests/world.ts';
import { createMailer } from './mail.ts';

let world: World;
let post: SMTPServer;
const arrived: string[] = [];
beforeAll(async () => {
  world = await openWorld();
  post = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
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
  const content = Buffer.from(Array.from({ length: 700 }, (_, place) => (place * 37) % 256));
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
