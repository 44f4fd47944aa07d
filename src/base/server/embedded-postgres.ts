import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { supervise } from './child-process.ts';
import { StartError } from './environment.ts';
import { isReachable, postgresBinaries, type ServerUser, SHARED_FOLDER, serverUser } from './postgres-binaries.ts';

export type EmbeddedPostgres = {
  /**
   * Connection URL of the owner role on database `stoa`, e.g. `postgres://stoa:…@127.0.0.1:54321/stoa`: for other
   * processes.
   */
  url: string;
  /**
   * The same over the Unix socket beside the cluster, which is faster, where its path is short enough; for this
   * process.
   */
  ownUrl: string;
  /** The same server, another database. */
  urlOf(database: string): string;
  /** Whether it accepts connections: false while it restarts after a crash. */
  isUp(): boolean;
  /** Resolves when it can't be kept running: it exited too often, or did not restart. */
  failed: Promise<string>;
  stop(): Promise<void>;
};

/** Socket paths are limited by the kernel. */
const SOCKET_PATH = 100;

type Options = {
  /**
   * The data folder; the cluster is at `postgres` inside it (a symlink where the server's user can't enter the folder).
   */
  folder: string;
  password: string;
  /** Without durability: for tests with disposable data. */
  volatile?: boolean;
};

/**
 * Starts the bundled PostgreSQL on `folder`, creating its cluster on the first start and stopping a server that a
 * killed process left running. The caller holds the folder's lock.
 * @throws {StartError} the folder is of a newer PostgreSQL, or the server does not come up (the error names its log).
 */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const user = serverUser();
  const native = postgresBinaries(user);
  const cluster = clusterFolder(options.folder, native, user);
  const logFile = join(options.folder, 'postgres.log');
  checkVersion(cluster, native);
  endLeftBehind(cluster, native, user);
  if (!existsSync(join(cluster, 'PG_VERSION'))) initialise(cluster, native, user, options.password);
  const port = await freePort();
  const hasSocket = process.platform !== 'win32' && join(cluster, '.s.PGSQL.12345').length < SOCKET_PATH;
  const spawnAgain = () =>
    spawnServer({ cluster, native, user, port, logFile, volatile: options.volatile ?? false, hasSocket });
  const urlOf = (database: string) =>
    `postgres://stoa:${encodeURIComponent(options.password)}@127.0.0.1:${port}/${database}`;
  const supervised = supervise({
    spawn: spawnAgain,
    // A server left running by a killed process would block the next one from the cluster.
    prepare: () => endLeftBehind(cluster, native, user),
    waitUntilUp: (ended) => waitUntilUp(urlOf('postgres'), ended),
    where: logFile,
  });
  try {
    await supervised.started;
    await createDatabaseIfMissing(urlOf('postgres'), 'stoa');
  } catch (error) {
    await supervised.stop();
    throw error;
  }
  const url = urlOf('stoa');
  const ownUrl = hasSocket ? `${url}?host=${encodeURIComponent(cluster)}` : url;
  return { url, ownUrl, urlOf, isUp: supervised.isUp, failed: supervised.failed, stop: supervised.stop };
}

/** Location of a data folder's cluster; `DATA_DIR/postgres` always leads there. */
function clusterFolder(folder: string, native: string, user: ServerUser): string {
  const inside = join(folder, 'postgres');
  if (existsSync(inside)) return realpathSync(inside);
  if (!user || isReachable(folder)) return inside;
  const outside = join(SHARED_FOLDER, createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 24));
  mkdirSync(SHARED_FOLDER, { recursive: true, mode: 0o755 });
  if (existsSync(outside)) setAside(outside, native, user);
  if (lstatSync(inside, { throwIfNoEntry: false })) rmSync(inside);
  symlinkSync(outside, inside);
  return outside;
}

/** An earlier data folder at the same path was deleted: its cluster has other keys; it is moved aside once, unused. */
function setAside(cluster: string, native: string, user: ServerUser): void {
  endLeftBehind(cluster, native, user);
  const former = `${cluster}.former`;
  rmSync(former, { recursive: true, force: true });
  renameSync(cluster, former);
}

/** Deletes the cluster of a data folder, wherever it lies. */
export function removeCluster(folder: string): void {
  const inside = join(folder, 'postgres');
  if (existsSync(inside)) {
    const cluster = realpathSync(inside);
    for (const folder of [cluster, `${cluster}.former`]) rmSync(folder, { recursive: true, force: true });
  }
  rmSync(inside, { recursive: true, force: true });
}

function run(command: string, args: string[], user: ServerUser): string {
  try {
    return execFileSync(command, args, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      cwd: tmpdir(),
      ...(user ? { uid: user.uid, gid: user.gid } : {}),
      env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
    });
  } catch (error) {
    const { stderr, message } = error as { stderr?: string; message: string };
    throw new StartError(`PostgreSQL could not be prepared: ${(stderr || message).trim().split('\n').at(-1)}`);
  }
}

function initialise(cluster: string, native: string, user: ServerUser, password: string): void {
  // Created aside and renamed, so that an interrupted first start leaves nothing that looks complete.
  const fresh = `${cluster}.new`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true, mode: 0o700 });
  const { file, remove } = passwordFile(password, user);
  if (user) chownSync(fresh, user.uid, user.gid);
  try {
    run(
      join(native, 'bin', 'initdb'),
      [
        '-D',
        fresh,
        '-U',
        'stoa',
        '-A',
        'scram-sha-256',
        `--pwfile=${file}`,
        '-E',
        'UTF8',
        '--locale-provider=builtin',
        '--locale=C.UTF-8',
      ],
      user,
    );
  } finally {
    remove();
  }
  renameSync(fresh, cluster);
}

/**
 * Writes the password file for `initdb` into a new private folder with an unpredictable name, so that no file or link
 * can exist there before.
 */
export function passwordFile(password: string, user: ServerUser): { file: string; remove: () => void } {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'stoa-'));
  const file = join(folder, randomBytes(16).toString('hex'));
  writeFileSync(file, password, { mode: 0o600, flag: 'wx' });
  if (user) {
    chownSync(file, user.uid, user.gid);
    chownSync(folder, user.uid, user.gid);
  }
  return { file, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function checkVersion(cluster: string, native: string): void {
  const file = join(cluster, 'PG_VERSION');
  if (!existsSync(file)) return;
  const stored = Number(readFileSync(file, 'utf8').trim());
  const ours = Number(
    /(\d+)/.exec(execFileSync(join(native, 'bin', 'postgres'), ['--version'], { encoding: 'utf8' }))?.[1],
  );
  if (stored !== ours) {
    throw new StartError(
      `The data folder is of PostgreSQL ${stored} and this version brings ${ours}: start the version it belongs to, or move the data over.`,
    );
  }
}

/** We hold the folder's lock, so a server still running on it was left behind by a killed process. */
function endLeftBehind(cluster: string, native: string, user: ServerUser): void {
  if (!existsSync(join(cluster, 'postmaster.pid'))) return;
  try {
    run(join(native, 'bin', 'pg_ctl'), ['stop', '-D', cluster, '-m', 'fast', '-w', '-t', '60'], user);
  } catch {
    // No such process: PostgreSQL itself handles the pid file of a crash.
  }
}

function spawnServer(options: {
  cluster: string;
  native: string;
  user: ServerUser;
  port: number;
  logFile: string;
  volatile: boolean;
  hasSocket: boolean;
}): ChildProcess {
  const settings = [
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${options.hasSocket ? options.cluster : ''}`,
    // Tests open many databases at once, each with connections of its own.
    `max_connections=${options.volatile ? 400 : 120}`,
    'shared_buffers=128MB',
    // Row changes are read from the WAL; an unread replication slot retains no more than this.
    'wal_level=logical',
    'max_slot_wal_keep_size=256MB',
    'timezone=UTC',
    'log_min_messages=warning',
    'log_statement=none',
    ...(options.volatile ? ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'] : []),
  ];
  const log = openSync(options.logFile, 'a', 0o600);
  return spawn(
    join(options.native, 'bin', 'postgres'),
    ['-D', options.cluster, '-p', String(options.port), ...settings.flatMap((setting) => ['-c', setting])],
    {
      stdio: ['ignore', log, log],
      cwd: tmpdir(),
      // Its own process group: Ctrl-C in a terminal reaches only us, and we stop it last.
      detached: true,
      ...(options.user ? { uid: options.user.uid, gid: options.user.gid } : {}),
      env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
    },
  );
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

async function waitUntilUp(url: string, failed: Promise<string>): Promise<void> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    const outcome = await Promise.race([
      client.connect().then(
        () => 'up',
        (error: Error) => error,
      ),
      failed,
    ]);
    if (outcome === 'up') return client.end();
    if (typeof outcome === 'string') throw new StartError(outcome);
    if (Date.now() > deadline) throw new StartError(`PostgreSQL did not come up in a minute: ${outcome.message}.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function createDatabaseIfMissing(url: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (!rowCount) await client.query(`create database ${pg.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
}
