import { expect, type Page } from '@playwright/test';
import { test } from './browser.ts';
import { inDatabase } from './database.ts';
import { originOf, signIn } from './people.ts';
import { expectNoBarriers, expectNoSidewaysScroll } from './scan.ts';

const origin = originOf('demo');
const rules = '/dashboard/manage/elearning/gamification';
const lesson = '/dashboard/courses/light-and-exposure?lesson=sensitivity-is-a-volume-knob';
const phone = { width: 390, height: 844 };

/** A world in which nothing was earned yet, and points are off. */
const begin = () =>
  inDatabase([
    `with account as (select account_id from public.accounts where slug = 'demo'),
       student as (select m.account_id, m.id from public.members m join account using (account_id) where m.email = 'student@demo.test'),
       entries as (delete from public.point_entries p using student s where (p.account_id, p.member_id) = (s.account_id, s.id)),
       scores as (delete from public.member_scores p using student s where (p.account_id, p.member_id) = (s.account_id, s.id)),
       badges as (delete from public.member_badges p using student s where (p.account_id, p.member_id) = (s.account_id, s.id)),
       messages as (delete from public.score_messages p using student s where (p.account_id, p.member_id) = (s.account_id, s.id)),
       progress as (update public.lesson_progress p set completed_at = null, finished_at = null from student s, public.lessons l
         where (p.account_id, p.member_id) = (s.account_id, s.id) and l.id = p.lesson_id and l.slug = 'sensitivity-is-a-volume-knob')
     update public.gamification_settings g set is_on = false, overlay_ms = 5000 from account a where g.account_id = a.account_id`,
    [],
  ]);

const setPoints = async (page: Page, group: string, points: string) =>
  page.getByRole('group', { name: group }).getByLabel('Points', { exact: true }).fill(points);

test('an owner gives points for lessons; a student completes one, sees what they earned, and stands in the leaderboard', async ({
  page,
  browser,
}) => {
  await begin();
  await signIn(page, origin, 'owner@demo.test', rules);
  await page.getByRole('switch', { name: 'Members earn points' }).check({ force: true });
  await setPoints(page, 'Lesson completed', '60');
  await expectNoBarriers(page);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Points and levels saved.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('switch', { name: 'Members earn points' })).toBeChecked();
  await expect(page.getByRole('group', { name: 'Lesson completed' }).getByLabel('Points', { exact: true })).toHaveValue(
    '60',
  );

  const student = await (await browser.newContext()).newPage();
  await signIn(student, origin, 'student@demo.test', lesson);
  await student.getByRole('button', { name: 'Complete and continue' }).first().click();
  const overlay = student.getByRole('status').filter({ hasText: '+60 points' });
  await expect(overlay).toBeVisible();
  await expectNoBarriers(student);
  // The next is shown as soon as this one is closed: a level, then a badge.
  await overlay.getByRole('button', { name: 'Close' }).click();
  await expect(student.getByText('You reached the level Observer')).toBeVisible();
  await student.getByRole('status').getByRole('button', { name: 'Close' }).click();
  await expect(student.getByText('You earned the badge First light')).toBeVisible();
  // Nobody has to close the last: it goes by itself.
  await student.mouse.move(0, 0);
  await expect(student.getByText('You earned the badge First light')).toHaveCount(0, { timeout: 15_000 });

  // What was shown is not shown again.
  await student.goto(`${origin}/dashboard`);
  const own = student.getByRole('region', { name: 'Your points' });
  await expect(own).toContainText('60 points');
  await expect(own).toContainText('Observer');
  await expect(own).toContainText('1 day in a row');
  await expect(student.getByText('You earned the badge First light', { exact: true })).toHaveCount(0);
  await student.goto(`${origin}/dashboard/activity`);
  await expect(student.getByText('You earned the badge First light').first()).toBeVisible();

  // The leaderboard on a telephone, in Arabic.
  await student.context().addCookies([{ name: 'lang', value: 'ar', url: origin }]);
  await student.setViewportSize(phone);
  await student.goto(`${origin}/dashboard/leaderboard`);
  await expect(student.locator('html')).toHaveAttribute('dir', 'rtl');
  const board = student.getByRole('list', { name: 'لوحة الصدارة' });
  await expect(board.getByRole('listitem').filter({ hasText: 'أنت' })).toContainText('60 نقطة');
  await expectNoBarriers(student);
  await expectNoSidewaysScroll(student);

  // Whoever opts out is in no leaderboard; whoever takes a lesson back loses its points.
  await student.context().addCookies([{ name: 'lang', value: 'en', url: origin }]);
  await student.reload();
  await student.getByRole('switch', { name: 'Show me in leaderboards' }).uncheck({ force: true });
  await student.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(student.getByText('Your choice was saved.')).toBeVisible();
  await expect(student.getByRole('list', { name: 'Leaderboard' }).getByText('You', { exact: true })).toHaveCount(0);
  await student.getByRole('switch', { name: 'Show me in leaderboards' }).check({ force: true });
  await student.getByRole('button', { name: 'Save', exact: true }).click();
});

test('an owner makes a badge and awards it by hand', async ({ page, browser }) => {
  const name = `Night walker ${crypto.randomUUID().slice(0, 6)}`;
  await inDatabase([
    "update public.gamification_settings g set is_on = true from public.accounts a where a.account_id = g.account_id and a.slug = 'demo'",
  ]);
  await signIn(page, origin, 'owner@demo.test', `${rules}/badges`);
  try {
    await page.getByRole('button', { name: 'New badge' }).click();
    const panel = page.getByRole('dialog', { name: 'New badge' });
    await panel.getByRole('textbox', { name: 'Name' }).fill(name);
    await panel.getByRole('radio', { name: 'By hand' }).check({ force: true });
    await expectNoBarriers(page);
    await panel.getByRole('button', { name: 'Save badge' }).click();
    await expect(page.getByText('Badge saved.')).toBeVisible();
    await page
      .getByRole('row', { name: new RegExp(name) })
      .getByRole('button', { name: /^Award badge/ })
      .click();
    const award = page.getByRole('dialog', { name: `${name}: members` });
    await award.getByRole('combobox', { name: 'Member' }).fill('Elif');
    await page.getByRole('option', { name: /Elif/ }).click();
    await award.getByRole('button', { name: 'Award badge' }).click();
    await expect(page.getByText('Badge awarded.')).toBeVisible();
    await expect(award.getByRole('button', { name: /^Take back from Elif/ })).toBeVisible();
    await expectNoBarriers(page);
    const member = await (await browser.newContext()).newPage();
    await signIn(member, origin, 'member@demo.test', '/dashboard/leaderboard');
    await expect(member.getByRole('region', { name: 'Badges' })).toContainText(name);
  } finally {
    await inDatabase(['delete from public.badges where name = $1', [name]]);
  }
});
