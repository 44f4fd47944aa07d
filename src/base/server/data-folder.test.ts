import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { deleteFormerSecrets, markSpent, readSecrets, rotateSecret } from './data-folder.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stoa-folder-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the secret of a data folder', () => {
  test('is generated once, and replaced by each rotation, which keeps the former ones', () => {
    const first = readSecrets(folder);
    expect(readSecrets(folder)).toEqual({ ...first, formerSecrets: [] });
    rotateSecret(folder);
    const second = readSecrets(folder);
    expect(second.jwtSecret).not.toBe(first.jwtSecret);
    expect(second.jwtSecret.length).toBeGreaterThanOrEqual(64);
    expect(second).toMatchObject({ formerSecrets: [first.jwtSecret], databasePassword: first.databasePassword });
    rotateSecret(folder);
    expect(readSecrets(folder).formerSecrets).toEqual([second.jwtSecret, first.jwtSecret]);
    expect(statSync(join(folder, 'secrets.json')).mode & 0o777).toBe(0o600);
  });

  test('can’t be rotated before there is one', () => {
    expect(() => rotateSecret(folder)).toThrow('no secret');
  });

  test('is forgotten only once nothing is sealed by it any more', () => {
    const first = readSecrets(folder);
    rotateSecret(folder);
    const second = readSecrets(folder);
    rotateSecret(folder);
    markSpent(folder, [first.jwtSecret]);
    expect(() => deleteFormerSecrets(folder)).toThrow('sealed anew');
    expect(readSecrets(folder).formerSecrets).toHaveLength(2);
    markSpent(folder, [second.jwtSecret]);
    expect(deleteFormerSecrets(folder)).toBe(2);
    expect(readSecrets(folder).formerSecrets).toEqual([]);
    expect(readFileSync(join(folder, 'secrets.json'), 'utf8')).not.toContain(first.jwtSecret);
  });

  test('is overridden by the environment, including former secrets', () => {
    const own = readSecrets(folder);
    rotateSecret(folder);
    const jwtSecret = 'a secret that an operator has chosen';
    expect(readSecrets(folder, { jwtSecret })).toMatchObject({ jwtSecret, formerSecrets: [] });
    const named = [own.jwtSecret, jwtSecret];
    expect(readSecrets(folder, { jwtSecret, formerSecrets: named }).formerSecrets).toEqual([own.jwtSecret]);
  });
});
