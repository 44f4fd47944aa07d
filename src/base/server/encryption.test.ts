import { describe, expect, test } from 'vitest';
import { createEncryption } from './encryption.ts';

describe('what is sealed', () => {
  const encryption = createEncryption('a secret of the installation', 'certificates');
  const encrypted = encryption.encrypt('row 1', 'the private key');

  test('opens for its row, purpose and secret alone', () => {
    expect(encryption.decrypt('row 1', encrypted)).toBe('the private key');
    expect(() => encryption.decrypt('row 2', encrypted)).toThrow();
    expect(() => createEncryption('a secret of the installation', 'webhooks').decrypt('row 1', encrypted)).toThrow();
    expect(() => createEncryption('another secret', 'certificates').decrypt('row 1', encrypted)).toThrow();
  });

  test('is decrypted with a former secret, and re-encrypted with the current one only', () => {
    const next = createEncryption('the next secret', 'certificates', ['another one', 'a secret of the installation']);
    expect(next.decrypt('row 1', encrypted)).toBe('the private key');
    const fresh = next.reencrypt('row 1', encrypted) ?? '';
    expect(createEncryption('the next secret', 'certificates').decrypt('row 1', fresh)).toBe('the private key');
    expect(() => encryption.decrypt('row 1', fresh)).toThrow();
    expect(next.reencrypt('row 1', fresh)).toBeNull();
    expect(() => next.reencrypt('row 2', encrypted)).toThrow();
  });

  test('opens with no byte changed, left out or added', () => {
    const [version, ...parts] = encrypted.split('.');
    for (const [index, part] of parts.entries()) {
      const bytes = Buffer.from(part, 'base64url');
      for (let at = 0; at < bytes.length; at++) {
        const changed = Buffer.from(bytes);
        changed[at] = (changed[at] ?? 0) ^ 1;
        const text = [
          version,
          ...parts.map((part, position) => (position === index ? changed.toString('base64url') : part)),
        ];
        expect(() => encryption.decrypt('row 1', text.join('.'))).toThrow();
      }
      const shorter = parts.map((part, position) => (position === index ? part.slice(0, -2) : part));
      expect(() => encryption.decrypt('row 1', [version, ...shorter].join('.'))).toThrow();
    }
    expect(() => encryption.decrypt('row 1', encrypted.replace('v1.', 'v2.'))).toThrow();
    expect(() => encryption.decrypt('row 1', '')).toThrow();
  });

  test('is never the same twice', () => {
    const all = new Set(Array.from({ length: 1_000 }, () => encryption.encrypt('row 1', 'the private key')));
    expect(all.size).toBe(1_000);
    expect([...all].join('')).not.toContain('private');
  });
});
