import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, readdirSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '#base/server/root.ts';

const LEFT_BEHIND = /^(\.git|\.data|test-results|node_modules|.*\.log)$/;

export type Clone = { home: string; folder: string };

/**
 * The project as it stands, built, in a home folder that is closed to everybody but its owner. Files are hard links
 * where the file system allows them: nothing may be changed in place.
 */
export function cloneIntoClosedHome(owner?: { uid: number; gid: number }): Clone {
  const home = mkdtempSync(join(tmpdir(), 'stoa-home-'));
  chmodSync(home, 0o700);
  const folder = join(home, 'stoa');
  const parts = readdirSync(root).filter((name) => !LEFT_BEHIND.test(name));
  execFileSync('mkdir', [folder]);
  copy([...parts.map((name) => join(root, name))], folder);
  // The folder of packages may itself be a link.
  copy([realpathSync(join(root, 'node_modules'))], folder);
  if (owner) {
    execFileSync('find', [folder, '-type', 'd', '-exec', 'chown', `${owner.uid}:${owner.gid}`, '{}', '+']);
    chownSync(home, owner.uid, owner.gid);
  }
  return { home, folder };
}

function copy(from: string[], into: string): void {
  try {
    execFileSync('cp', ['-al', ...from, into], { stdio: 'ignore' });
  } catch {
    // Another file system takes no links.
    execFileSync('cp', ['-a', ...from, into]);
  }
}
