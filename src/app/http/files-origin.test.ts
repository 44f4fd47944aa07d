import { describe, expect, test } from 'vitest';
import { readEnvironment } from '#base/server/environment.ts';
import { contentPolicy } from '../render/content-policy.ts';

const BASE_DOMAIN = 'stoa.example';

describe('FILES_ORIGIN', () => {
  test.each([
    'files.stoa.example',
    'https://files.stoa.example/',
    'https://files.stoa.example/files',
    'https://ada@files.stoa.example',
    'ftp://files.stoa.example',
    'https://stoa.example',
    'https://demo.stoa.example',
    'https://a.files.stoa.example',
  ])('%s stops the start with a sentence that names it', (origin) => {
    expect(() => readEnvironment({ BASE_DOMAIN, FILES_ORIGIN: origin })).toThrow(/^[^\n]*FILES_ORIGIN[^\n]*\.$/);
  });

  test('is not for a hosted backend, which serves its files itself', () => {
    const hosted = {
      BACKEND_URL: 'https://b.example',
      BACKEND_ANON_KEY: 'a',
      BACKEND_SERVICE_KEY: 'b',
      DATABASE_URL: 'postgres://x',
    };
    const read = () => readEnvironment({ ...hosted, BASE_DOMAIN, FILES_ORIGIN: 'https://files.stoa.example' });
    expect(read).toThrow(/FILES_ORIGIN and BACKEND_URL/);
  });

  test.each(['https://files.stoa.example', 'https://stoa-files.example', 'http://files.stoa.example:4101'])(
    'may be %s',
    (origin) => expect(readEnvironment({ BASE_DOMAIN, FILES_ORIGIN: origin }).FILES_ORIGIN).toBe(origin),
  );
});

test('the policy of a page lets it show what lies at FILES_ORIGIN', () => {
  const policy = contentPolicy({ scripts: [], backendUrl: '', filesOrigin: 'http://files.localhost:3000' }).split('; ');
  for (const kind of ['img-src', 'media-src', 'frame-src', 'connect-src']) {
    expect(policy.find((part) => part.startsWith(kind))).toContain(' http://files.localhost:3000');
  }
  expect(policy.find((part) => part.startsWith('script-src'))).toBe("script-src 'self'");
});
