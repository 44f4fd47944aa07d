import { expect, test } from 'vitest';
import { tagsOfChange, tagsOfRead } from './cache-tags.ts';

const account_id = '0190a1b2-0000-7000-8000-000000000001';

test.each([
  ['tax_terms', 'seller_details'],
  ['reminds_of_carts', 'cart_settings'],
  ['search_site', 'products'],
])('a page that asked %s is rendered anew after a change of %s, of its own account alone', (name, thing) => {
  const tags = tagsOfRead(new URL(`http://localhost/rest/v1/rpc/${name}?account_id=${account_id}`));
  const change = { thing, account_id, id: null, slugs: [] };
  expect(tagsOfChange(change).some((tag) => tags.includes(tag))).toBe(true);
  const elsewhere = { ...change, account_id: '0190a1b2-0000-7000-8000-000000000002' };
  expect(tagsOfChange(elsewhere).some((tag) => tags.includes(tag))).toBe(false);
});
