import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import pg from 'pg';
import { test } from './browser.ts';
import { originOf, signIn } from './people.ts';
import { expectNoBarriers, expectNoSidewaysScroll } from './scan.ts';

const PHONE = { width: 390, height: 844 };

/** Makes the product's newest events dead letters of two subscribers, as a receiver that is down for hours does. */
async function failEvents(): Promise<void> {
  const { database_url } = JSON.parse(readFileSync(process.env.JOURNEY_KEYS ?? '', 'utf8')) as { database_url: string };
  const client = new pg.Client(database_url);
  await client.connect();
  const { rowCount } = await client.query(
    `insert into private.event_deliveries (subscriber, event_id, position, subject, attempts, dead_at, first_failed_at, error)
     select s.name, e.id, e.position, e.subject, 8, now(), now() - interval '1 hour', 'The receiver answered 503.'
       from (select * from private.events order by position desc limit 3) e, private.event_subscribers s
      where s.name in ('webhooks', 'notifications')
     on conflict (subscriber, event_id) do update set dead_at = excluded.dead_at, attempts = excluded.attempts, error = excluded.error`,
  );
  await client.end();
  expect(rowCount).toBe(6);
}

test('who runs the platform replays dead letters: one, several, and all of a subscriber', async ({ page }) => {
  const platform = originOf();
  await failEvents();
  await signIn(page, platform, 'admin@stoa.test', '/dashboard/maintenance/events');
  const rows = page.getByRole('table', { name: 'Dead letters' }).locator('tbody tr');
  await expect(rows).toHaveCount(6);
  await expect(rows.first()).toContainText('The receiver answered 503.');
  await expect(page.getByText('Events that a subscriber failed to handle: 6')).toBeVisible();
  await expectNoBarriers(page);
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.goto(`${platform}/dashboard/maintenance/events?subscriber=webhooks`);
  await expect(rows).toHaveCount(3);
  await rows.first().getByRole('button', { name: 'Replay' }).click();
  await expect(page.getByText('Replayed: 1')).toBeVisible();
  await expect(rows).toHaveCount(2);
  for (const row of [0, 1]) await rows.nth(row).locator('label.choice').click();
  await page.getByRole('button', { name: 'Replay', exact: true }).first().click();
  await expect(page.getByText('Replayed: 2')).toBeVisible();
  await expect(rows).toHaveCount(0);

  await page.goto(`${platform}/dashboard/maintenance/events?subscriber=notifications`);
  await expect(rows).toHaveCount(3);
  await page.getByRole('button', { name: 'Replay all of notifications' }).click();
  await expect(page.getByText('Replayed: 3')).toBeVisible();
  await page.goto(`${platform}/dashboard/maintenance/events`);
  await expect(page.getByText('Every event was handled.')).toBeVisible();
});
