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

/** Secrets that are generated once per installation and never leave its data folder. */
export type Secrets = { jwtSecret: string; databasePassword: string };

/** The secrets file of a data folder; `formerSecrets`: those replaced by `npm run keys:rotate`, newest first. */
type Stored = Secrets & { formerSecrets?: Former[] };
/** `isSpent`: everything encrypted with it has been re-encrypted. */
type Former = { jwtSecret: string; replacedAt: string; isSpent: boolean };

/**
 * Locks the data folder for this process. The lock is a listening socket: the operating system releases it when the
 * process ends for any reason, so there is no stale lock to clean up.
 * @throws {StartError} another live process holds the folder.
 */
export async function lockDataFolder(folder: string): Promise<{ release(): Promise<void> }> {
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const id = createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 24);
  // Linux has abstract socket names outside the file system, which vanish with the process; elsewhere the socket file
  // is probed.
  const address = process.platform === 'linux' ? `\0stoa-${id}` : join(folder, 'lock.sock');
  const inUse = new StartError(
    `Another Stoa is already running on ${folder}: stop it first, or set DATA_DIR to another folder.`,
  );
  const server = await bind(address).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    if (process.platform === 'linux' || (await isListening(address))) throw inUse;
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

function isListening(address: string): Promise<boolean> {
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
 * Reads the secrets of a data folder, creating them on the first start. A secret from the environment replaces the
 * folder's, including its history.
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
 * Creates a new secret for a data folder; the previous one is kept to decrypt older values. The caller holds the lock.
 * @throws {StartError} the folder has no secret yet.
 */
export function rotateSecret(folder: string): void {
  const { jwtSecret, formerSecrets = [], ...others } = readStored(folder);
  if (!jwtSecret) throw new StartError(`There is no secret in ${folder} yet: the first start makes it.`);
  const former: Former = { jwtSecret, replacedAt: new Date().toISOString(), isSpent: false };
  writePrivate(fileOf(folder), { ...others, jwtSecret: newSecret(), formerSecrets: [former, ...formerSecrets] });
}

/** Records that no stored value is encrypted with these secrets any more, so that they may be deleted. */
export function markSpent(folder: string, secrets: readonly string[]): void {
  const stored = readStored(folder);
  const formerSecrets = stored.formerSecrets?.map((former) =>
    secrets.includes(former.jwtSecret) ? { ...former, isSpent: true } : former,
  );
  if (formerSecrets) writePrivate(fileOf(folder), { ...stored, formerSecrets });
}

/**
 * Deletes the replaced secrets, which invalidates everything they signed; returns how many. The caller holds the lock.
 * @throws {StartError} a value may still be encrypted with one of them: then nothing is deleted.
 */
export function deleteFormerSecrets(folder: string): number {
  const { formerSecrets = [], ...stored } = readStored(folder);
  if (formerSecrets.some((former) => !former.isSpent)) {
    throw new StartError(
      'A former secret may still be needed to open what it sealed: start Stoa once, until its log says that all is sealed anew.',
    );
  }
  writePrivate(fileOf(folder), stored);
  return formerSecrets.length;
}

/** Writes JSON atomically, readable by the owner of the process only. */
export function writePrivate(file: string, value: unknown): void {
  const fresh = `${file}.new`;
  writeFileSync(fresh, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  chmodSync(fresh, 0o600);
  renameSync(fresh, file);
}
