import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { reportedUrl, startAnalytics } from './analytics.ts';

const origin = 'https://demo.example';

describe('the tag is told where somebody is, and by no right', () => {
  test.each([
    ['/', '/'],
    ['/course/drawing?lesson=2', '/course/drawing'],
    ['/?utm_source=letter&utm_campaign=may', '/?utm_source=letter&utm_campaign=may'],
    ['/subscribed?token=secret&utm_source=letter&code=secret', '/subscribed?utm_source=letter'],
    ['/#access_token=secret&refresh_token=secret&type=signup', '/'],
    ['/about?utm_source=x#section', '/about?utm_source=x'],
    ['/?xutm_source=secret', '/'],
  ])('%s -> %s', (address, received) => {
    expect(reportedUrl(origin + address)).toBe(origin + received);
  });
});

describe('what reaches the tag', () => {
  const page = {
    dataLayer: [] as unknown[],
    location: new URL(`${origin}/offer?token=secret&utm_source=mail#access_token=secret`),
    document: { title: 'An offer' },
    addEventListener: vi.fn(),
  };
  beforeEach(() => {
    vi.stubGlobal('window', page);
    for (const [name, value] of Object.entries(page)) vi.stubGlobal(name, value);
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  test('holds no secret of the address, in what is set for later events either', () => {
    startAnalytics('tenant', 'G-1');
    const calls = page.dataLayer.map((call) => [...(call as Iterable<unknown>)]);
    const received = `${origin}/offer?utm_source=mail`;
    expect(calls).toContainEqual(['set', { tenant_id: 'tenant', page_location: received }]);
    expect(calls).toContainEqual(['event', 'page_view', expect.objectContaining({ page_location: received })]);
    expect(JSON.stringify(calls)).not.toContain('secret');
  });
});
