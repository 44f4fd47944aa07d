import { SMTPServer } from 'smtp-server';

export type PostOffice = {
  url: string;
  /** Who was written to, oldest first. */
  recipients: string[];
  close(): Promise<void>;
};

/** A mail server of the tests' own, on loopback: what arrives was really sent. */
export async function openPostOffice(): Promise<PostOffice> {
  const recipients: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      stream.resume();
      stream.on('end', () => {
        recipients.push(...session.envelope.rcptTo.map(({ address }) => address));
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.server.address();
  if (!address || typeof address === 'string') throw new Error('The mail server has no port.');
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    recipients,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
