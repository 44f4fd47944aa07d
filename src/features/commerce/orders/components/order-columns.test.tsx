import { expect, test } from 'vitest';
import { titlesOf } from './order-columns.tsx';

test('the list says how many of an item were ordered', () => {
  const order_items = [
    { title: 'Print', quantity: 2, position: 1 },
    { title: 'Course', quantity: 1, position: 0 },
  ];
  expect(titlesOf({ order_items } as unknown as Parameters<typeof titlesOf>[0], 'en')).toBe('Course, Print × 2');
});
