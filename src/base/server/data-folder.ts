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

/** The file of a data folder; `formerSecrets`: those that `npm run keys:rotate` replaced, the newest first. */
type Stored = Secrets & { formerSecrets?: Former[] };
/** `isSpent`: whatever it had sealed is sealed anew. */
type Former = { jwtSecret: string; replacedAt: string; isSpent: boolean };

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

const fileOf = (folder: string) => join(folder, 'secrets.json');

function readStored(folder: string): Partial<Stored> {
  const file = fileOf(folder);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<Stored>) : {};
}

const newSecret = () => randomBytes(48).toString('base64url');

/**
 * Reads the secrets of a data folder, making them on the first start. The secret that the environment names takes the place
 * of the folder's, with all that came before it.
 */
export function readSecrets(
  folder: string,
  named: { jwtSecret?: string | undefined; formerSecrets?: readonly string[] | undefined } = {},
): Secrets & { formerSecrets: string[] } {
  const stored = readStored(folder);
  const secrets = {
    jwtSecret: stored.jwtSecret ?? newSecret(),
    databasePassword: stored.databasePassword ?? randomBytes(24).toString('base64url'),
  };
  if (!stored.jwtSecret || !stored.databasePassword) writePrivate(fileOf(folder), { ...stored, ...secrets });
  const jwtSecret = named.jwtSecret || secrets.jwtSecret;
  const replaced = named.jwtSecret ? [] : (stored.formerSecrets ?? []).map((former) => former.jwtSecret);
  const formerSecrets = new Set([...(named.formerSecrets ?? []), ...replaced]);
  formerSecrets.delete(jwtSecret);
  return { ...secrets, jwtSecret, formerSecrets: [...formerSecrets] };
}

/**
 * Makes another secret for a data folder; the one before is kept to open what it had sealed. Whoever calls holds the lock.
 * @throws {StartError} the folder has no secret yet.
 */
export function rotateSecret(folder: string): void {
  const { jwtSecret, formerSecrets = [], ...others } = readStored(folder);
  if (!jwtSecret) throw new StartError(`There is no secret in ${folder} yet: the first start makes it.`);
  const former: Former = { jwtSecret, replacedAt: new Date().toISOString(), isSpent: false };
  writePrivate(fileOf(folder), { ...others, jwtSecret: newSecret(), formerSecrets: [former, ...formerSecrets] });
}

/** Notes that nothing is sealed by these secrets any more, so that they may be forgotten. */
export function noteSpent(folder: string, secrets: readonly string[]): void {
  const stored = readStored(folder);
  const formerSecrets = stored.formerSecrets?.map((former) =>
    secrets.includes(former.jwtSecret) ? { ...former, isSpent: true } : former,
  );
  if (formerSecrets) writePrivate(fileOf(folder), { ...stored, formerSecrets });
}

/**
 * Forgets the secrets that were replaced, and with them all that they signed; answers how many. Whoever calls holds the lock.
 * @throws {StartError} something may still be sealed by one of them: then nothing is forgotten.
 */
export function forgetFormerSecrets(folder: string): number {
  const { formerSecrets = [], ...stored } = readStored(folder);
  if (formerSecrets.some((former) => !former.isSpent)) {
    throw new StartError(
      'A former secret may still be needed to open what it sealed: start Stoa once, until its log says that all is sealed anew.',
    );
  }
  writePrivate(fileOf(folder), stored);
  return formerSecrets.length;
}

/** Writes JSON that only the owner of the process may read, never half of it. */
export function writePrivate(file: string, value: unknown): void {
  const fresh = `${file}.new`;
  writeFileSync(fresh, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  chmodSync(fresh, 0o600);
  renameSync(fresh, file);
}
