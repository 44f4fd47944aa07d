import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { SiteProvider } from '#base/browser/site.tsx';
import type { Site } from '#base/shared/site.ts';
import { formatSize } from '#ui/fields/file-rules.ts';
import { useAmount } from './usage-grid.tsx';

const site: Site = {
  locale: 'en',
  direction: 'ltr',
  origin: 'http://localhost',
  base_domain: 'localhost',
  account: { account_id: 'p', slug: 'platform', domain: null, is_platform: true, features: [] },
  backend: { url: 'http://localhost', anon_key: 'k' },
  assets: { site_script: '' },
};

function Amount({ meter, amount }: { meter: string; amount: number }) {
  return useAmount()(meter, amount);
}
const amountOf = (meter: string, amount: number) =>
  renderToStaticMarkup(
    <SiteProvider site={site}>
      <Amount meter={meter} amount={amount} />
    </SiteProvider>,
  );

test.each([0, 700, 4_300_000, 2_147_483_648, 5_497_558_138_880])(
  '%d bytes of storage are said as in the library',
  (bytes) => {
    expect(amountOf('storage', bytes)).toBe(formatSize(bytes, 'en'));
  },
);

test('other meters are counts', () => {
  expect(amountOf('members', 12_400)).toBe('12.4K');
});
