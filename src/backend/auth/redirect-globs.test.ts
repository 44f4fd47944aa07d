import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkGlobs, isListedRedirect } from './redirect-globs.ts';

const SITE = 'https://school.test';

// https://supabase.com/docs/guides/auth/redirect-urls
describe('where people may be sent', () => {
  it.each<[string, string[], boolean]>([
    ['https://school.test', [], true],
    ['https://school.test/any/page?x=1#y', [], true],
    ['http://school.test:8080/page', [], true],
    ['https://school.test.evil.test', [], false],
    ['https://evil.test', [], false],
    ['https://evil.test/https://school.test', [], false],
    ['https://school.test@evil.test/', [], false],
    ['https://user:pass@school.test/', [], false],
    ['javascript:alert(1)', ['**'], false],
    ['data:text/html,x', ['**'], false],
    ['not an address', ['**'], false],
    ['https://app.test', ['https://app.test'], true],
    ['https://app.test/', ['https://app.test'], true],
    ['https://app.test/page', ['https://app.test'], false],
    ['https://app.test/page', ['https://app.test/*'], true],
    ['https://app.test/page/deep', ['https://app.test/*'], false],
    ['https://app.test/page/deep', ['https://app.test/**'], true],
    ['https://app.test/a.b', ['https://app.test/*'], false],
    ['https://one.app.test/', ['https://*.app.test/'], true],
    ['https://one.two.app.test/', ['https://*.app.test/'], false],
    ['https://one.two.app.test/', ['https://**.app.test/'], true],
    ['https://xapp.test/', ['https://?app.test/'], true],
    ['https://a1.test/', ['https://a[0-9].test/'], true],
    ['https://ax.test/', ['https://a[0-9].test/'], false],
    ['https://ax.test/', ['https://a[!0-9].test/'], true],
    ['https://b.test/', ['https://{a,b}.test/'], true],
    ['https://c.test/', ['https://{a,b}.test/'], false],
    ['https://app.test/page#fragment', ['https://app.test/page'], true],
    ['https://app.test\\.evil.test/', ['https://app.test/**'], true],
    ['com.school.app://callback', ['com.school.app://callback'], true],
    ['com.school.app://other', ['com.school.app://callback'], false],
    ['https://appxtest/', ['https://app.test/'], false],
    ['http://localhost:3000/x', ['http://localhost:3000/**'], true],
    ['http://localhost:3001/x', ['http://localhost:3000/**'], false],
  ])('%s with %j: %s', (url, globs, isAllowed) => {
    expect(isListedRedirect(url, SITE, globs)).toBe(isAllowed);
  });

  it('rejects an invalid glob at the start', () => {
    expect(() => checkGlobs(['https://a[z-a].test'])).toThrow(SyntaxError);
    expect(() => checkGlobs(['https://{a,b', 'https://[', 'https://]', 'a\\', '', '***'])).not.toThrow();
  });

  it('handles every text, and never redirects to another host without a glob', () => {
    fc.assert(
      fc.property(fc.oneof(fc.webUrl(), fc.string({ unit: 'binary' })), (text) => {
        const isAllowed = isListedRedirect(text, SITE, []);
        if (isAllowed) expect(new URL(text).hostname).toBe('school.test');
      }),
    );
  });
});
