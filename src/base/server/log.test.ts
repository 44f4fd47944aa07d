import { expect, test } from 'vitest';
import { createLog } from './log.ts';

function lineOf(facts: object, message = 'A request failed.'): { text: string; line: Record<string, unknown> } {
  const chunks: string[] = [];
  createLog('info', { write: (text) => chunks.push(text) }).error(facts, message);
  const text = chunks.join('');
  return { text, line: JSON.parse(text) as Record<string, unknown> };
}

test.each([
  ['line feeds', 'one\r\n{"level":30,"msg":"forged"}'],
  ['separators of lines in other scripts', 'one\u2028two\u2029three'],
  ['colours of a terminal', '\u001b[31mred\u001b[0m\u0007'],
])('a line is one JSON object with its time, whatever stands in it: %s', (_what, text) => {
  const { text: written, line } = lineOf({ path: text, nested: { value: text } }, text);
  expect(written.trimEnd().split('\n')).toHaveLength(1);
  expect(written).not.toContain('\u001b');
  expect(line).toMatchObject({ msg: text, path: text, nested: { value: text } });
  expect(typeof line.time).toBe('number');
});

test('a line holds no password, token, key or cookie, however deep, and no row of the database', () => {
  const secret = 'correct-horse-battery';
  const names = ['password', 'token', 'authorization', 'apikey', 'refresh_token', 'access_token', 'cookie', 'secret'];
  for (const name of names) {
    const facts = { [name]: secret, a: { [name]: secret, b: { [name]: secret, c: { [name]: secret } } } };
    expect(lineOf(facts).text, name).not.toContain(secret);
  }
  const error = Object.assign(new Error('duplicate key value violates unique constraint'), {
    code: '23505',
    detail: `Failing row contains (${secret}).`,
    where: secret,
    hint: secret,
  });
  const { text, line } = lineOf({ err: error });
  expect(text).not.toContain(secret);
  expect(line.err).toMatchObject({ name: 'Error', code: '23505', message: error.message });
});

test('what was thrown without a message is shown as it is, its secrets masked', () => {
  expect(lineOf({ err: { queue: 'mails', token: 'abc' } }).line.err).toEqual({ queue: 'mails', token: '[Redacted]' });
});

test.each([
  [
    'a copy of an error’s fields',
    { message: 'connect ECONNREFUSED', code: 'ECONNREFUSED', detail: 'x' },
    'connect ECONNREFUSED',
  ],

  ['a word', 'broken', 'broken'],
])('a thrown value is logged as text: %s', (_what, thrown, message) => {
  const { text, line } = lineOf({ err: thrown });
  expect(line.err).toMatchObject({ message });
  expect(text).not.toContain('detail');
});
