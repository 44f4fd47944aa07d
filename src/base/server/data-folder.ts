import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { StartError } from './environment.ts';

/** What is generated once for an installation and never leaves its data folder. */
export type Secrets = { jwtSecret: string; databasePassword: string };

/**
 * Takes the data folder for this process. The lock is a listening socket: it goes with the process that holds it,
 * whatever ends it, so there is no stale lock to clean up.
 *
 * @throws {StartError} another live process holds the folder.
 */
export async function lockDataFolder(folder: string): Promise<{ release(): Promise<void> }> {
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const id = createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 24);
  // Linux has socket names outside the file system, which vanish with the process; elsewhere the file is probed.
  const address = process.platform === 'linux' ? `\0stoa-${id}` : join(folder, 'lock.sock');
  const taken = new StartError(
    `Another Stoa is already running on ${folder}: stop it first, or set DATA_DIR to another folder.`,
  );
  const server = await bind(address).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    if (process.platform === 'linux' || (await answers(address))) throw taken;
    rmSync(address, { force: true });
    return bind(address);
  });
  server.unref();
  return { release: () => new Promise((resolve) => server.close(() => resolve())) };
}

function bind(address: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.end());
    server.once('error', reject);
    server.listen(address, () => resolve(server));
  });
}

function answers(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

/** Reads the secrets of a data folder, making them on the first start. */
export function readSecrets(folder: string, given: Partial<Secrets>): Secrets {
  const file = join(folder, 'secrets.json');
  const stored: Partial<Secrets> = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<Secrets>) : {};
  const secrets = {
    jwtSecret: stored.jwtSecret ?? randomBytes(48).toString('base64url'),
    databasePassword: stored.databasePassword ?? randomBytes(24).toString('base64url'),
  };
  if (!stored.jwtSecret || !stored.databasePassword) writePrivate(file, secrets);
  return { ...secrets, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value)) };
}

/** Writes JSON that only the owner of the process may read, never half of it. */
export function writePrivate(file: string, value: unknown): void {
  const fresh = `${file}.new`;
  writeFileSync(fresh, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  chmodSync(fresh, 0o600);
  renameSync(fresh, file);
}
