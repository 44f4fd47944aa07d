import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import { StorageClient } from '@supabase/storage-js';
import { createStorage, type StorageOptions } from '#backend/storage/storage.ts';
import { createDatabase, type Database } from '#base/server/database.ts';
import { silentLog } from '#base/server/log.ts';
import { attachMessage } from '#base/server/raw-body.ts';
import { createTokens } from '#base/server/tokens.ts';
import { copyOfService } from './postgres.ts';

export const BASE = 'http://files.test/storage/v1';
export const LIMIT = 2 * 1024 * 1024;
export const ada = randomUUID();
export const bob = randomUUID();
const SECRET = 'a secret for tests, long enough for HS256';

const SUB = `(current_setting('request.jwt.claims')::jsonb ->> 'sub')`;
/** Everyone signed in has a folder of their own in most buckets; visitors may drop letters they cannot read. */
const POLICIES = `
  create policy "people read their own files" on storage.objects for select to authenticated
    using (bucket_id <> 'letters' and (storage.foldername(name))[1] = ${SUB} and owner_id = ${SUB});
  create policy "people add to their own folder" on storage.objects for insert to authenticated
    with check (bucket_id <> 'letters' and (storage.foldername(name))[1] = ${SUB});
  create policy "people change their own files" on storage.objects for update to authenticated
    using (owner_id = ${SUB}) with check ((storage.foldername(name))[1] = ${SUB});
  create policy "people delete their own files" on storage.objects for delete to authenticated
    using (owner_id = ${SUB});
  create policy "anyone drops letters" on storage.objects for insert to anon
    with check (bucket_id = 'letters');`;

const BUCKETS = [
  { id: 'private', public: false },
  { id: 'second', public: false },
  { id: 'letters', public: false },
  { id: 'open', public: true },
  { id: 'tiny', public: false, fileSizeLimit: '1KB' },
  { id: 'pictures', public: true, allowedMimeTypes: ['image/*'] },
];

export type Scene = Awaited<ReturnType<typeof openScene>>;

/** A service of its own over a database and a folder of its own, with the official client for four callers. */
export async function openScene(
  given: Partial<
    Pick<StorageOptions, 'store' | 'fileSizeLimit' | 'pictures' | 'cleanerOf' | 'guard' | 'isStrict' | 'scan'>
  > = {},
) {
  const { ownerUrl, clientUrl, drop } = await copyOfService('storage', POLICIES);
  const database: Database = createDatabase({ ownerUrl, clientUrl, poolSize: 4 });
  const folder = await mkdtemp(join(tmpdir(), 'stoa-storage-test-'));
  const tokens = createTokens(SECRET);
  const anonKey = await tokens.sign({ role: 'anon' });
  const start = () =>
    createStorage({
      database,
      tokens,
      log: silentLog,
      folder,
      fileSizeLimit: LIMIT,
      secret: SECRET,
      s3: { region: 'local', tenantId: 'stub', anonKey, accessKeyId: 'operator', accessKeySecret: 'operators secret' },
      ...given,
    });
  let storage = await start();
  const listening: { close(): Promise<void> }[] = [];
  const client = (token: string) =>
    new StorageClient(BASE, { authorization: `Bearer ${token}` }, (input, init) =>
      storage.fetch(new Request(input, init)),
    );
  const adaToken = await tokens.sign({ role: 'authenticated', sub: ada }, 900);
  const service = client(await tokens.sign({ role: 'service_role' }, 900));
  for (const { id, ...options } of BUCKETS) {
    const made = await service.createBucket(id, options);
    if (made.error) throw made.error;
  }
  return {
    database,
    folder,
    adaToken,
    service,
    asAda: client(adaToken),
    asBob: client(await tokens.sign({ role: 'authenticated', sub: bob }, 900)),
    asVisitor: client(await tokens.sign({ role: 'anon' }, 900)),
    /** A plain call, for what the client hides: headers and statuses. */
    call: (path: string, init?: RequestInit & { headers?: Record<string, string> }) =>
      storage.fetch(new Request(path.startsWith('http') ? path : `${BASE}${path}`, init)),
    fetch: ((input, init) => storage.fetch(new Request(input, init))) as typeof fetch,
    anonKey,
    tokens,
    /** Ends the service and starts it anew over the same database and folder. */
    restart: async () => {
      await storage.close();
      storage = await start();
    },
    /** The service behind a socket, for clients that speak HTTP themselves. */
    listen: async () => {
      const server = createAdaptorServer({
        fetch: (request, { incoming }) => {
          attachMessage(request, incoming as IncomingMessage);
          return storage.fetch(request);
        },
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      listening.push({
        close: () =>
          new Promise((resolve) => {
            server.close(() => resolve());
            if ('closeAllConnections' in server) server.closeAllConnections();
          }),
      });
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}/storage/v1`;
    },
    filesOnDisk: async () => {
      const names = await readdir(join(folder, 'objects'), { recursive: true });
      return names.filter((entry) => entry.includes('/')).length;
    },
    close: async () => {
      for (const one of listening) await one.close();
      await storage.close();
      await database.close();
      await drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
