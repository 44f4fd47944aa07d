import pg from 'pg';

/** Pause between two attempts to LISTEN again. */
const LISTEN_AGAIN_MS = 500;

/** Calls back for every NOTIFY on a channel. Resolves to a function that ends the connection. */
export async function listen(
  url: string,
  channel: string,
  onPayload: (payload: string) => void,
  resumed: () => void = () => {},
): Promise<() => Promise<void>> {
  let stopped = false;
  let current: pg.Client | undefined;
  async function connect(): Promise<void> {
    const client = new pg.Client({ connectionString: url, application_name: `stoa-listen-${channel}` });
    current = client;
    client.on('notification', (message) => onPayload(message.payload ?? ''));
    client.on('error', () => {});
    await client.connect();
    client.once('end', again);
    await client.query(`listen ${pg.escapeIdentifier(channel)}`);
  }
  function again(): void {
    if (stopped) return;
    setTimeout(() => {
      if (!stopped) void connect().then(resumed, again);
    }, LISTEN_AGAIN_MS).unref();
  }
  await connect();
  return async () => {
    stopped = true;
    await current?.end();
  };
}
