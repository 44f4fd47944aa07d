import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { test } from './browser.ts';
import { inDatabase } from './database.ts';
import { originOf, signIn } from './people.ts';
import { expectNoBarriers, expectNoSidewaysScroll } from './scan.ts';

const NAME = 'Careful with light meters';
const STUDENT = `select m.id from public.members m join public.accounts a using (account_id) where a.slug = 'demo' and m.email = 'student@demo.test'`;

const award = () =>
  inDatabase(
    [
      `insert into public.badges (account_id, name, description) select account_id, $1, 'Lent one, and got it back.' from public.accounts where slug = 'demo'`,
      [NAME],
    ],
    [
      `insert into public.member_badges (account_id, badge_id, member_id) select account_id, id, (${STUDENT}) from public.badges where name = $1`,
      [NAME],
    ],
    [`update public.members set is_public = true where id = (${STUDENT})`],
  );
/** It is left to the other stories as it was. */
const forget = () =>
  inDatabase(
    ['delete from public.open_badges where name = $1', [NAME]],
    ['delete from public.badges where name = $1', [NAME]],
    [`update public.members set is_public = false where id = (${STUDENT})`],
  );

test('a member shares a badge they earned: on a page of its own, as a signed file and on their card, until it is taken back', async ({
  page,
  browser,
}, { project }) => {
  await forget();
  await award();
  try {
    await signIn(page, originOf('demo'), 'student@demo.test', '/dashboard/certificates');
    await page.getByRole('main').getByRole('link', { name: 'Badges' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Badges' })).toBeVisible();
    const card = page.getByRole('listitem').filter({ hasText: NAME });
    await card.getByRole('button', { name: `Share: ${NAME}` }).click();
    await expect(page.getByText(`${NAME} can be shared now.`)).toBeVisible();
    await card.getByRole('button', { name: `More for ${NAME}` }).click();
    await expect(page.getByRole('menuitem', { name: 'Add to LinkedIn' })).toHaveAttribute(
      'href',
      /^https:\/\/www\.linkedin\.com\//,
    );
    await expectNoBarriers(page);
    await page.keyboard.press('Escape');
    await expectNoSidewaysScroll(page);
    const address = (await card.getByRole('link', { name: 'Open public page' }).getAttribute('href')) ?? '';

    const visitor = await (await browser.newContext(project.use)).newPage();
    await visitor.setViewportSize({ width: 390, height: 844 });
    await visitor.goto(originOf('demo') + address);
    await expect(visitor.getByRole('heading', { level: 1, name: NAME })).toBeVisible();
    await expect(visitor.getByText('This badge is valid.')).toBeVisible();
    await expectNoBarriers(visitor);
    await expectNoSidewaysScroll(visitor);
    await visitor.setViewportSize({ width: 320, height: 800 });
    await visitor.goto(`${originOf('demo')}${address}?lang=ar`);
    await expect(visitor.getByText('هذه الشارة صالحة.')).toBeVisible();
    await expectNoBarriers(visitor);
    await expectNoSidewaysScroll(visitor);
    await visitor.goto(`${originOf('demo')}${address}?lang=en`);
    const [file] = await Promise.all([
      visitor.waitForEvent('download'),
      visitor.getByRole('link', { name: 'Download Open Badge' }).click(),
    ]);
    const credential = JSON.parse(await readFile(await file.path(), 'utf8'));
    expect(credential).toMatchObject({
      type: ['VerifiableCredential', 'OpenBadgeCredential'],
      credentialSubject: { achievement: { name: NAME } },
      proof: { cryptosuite: 'eddsa-jcs-2022' },
    });

    await visitor.goto(`${originOf('demo')}/members/amara-okafor`);
    await visitor.getByRole('link', { name: NAME }).click();
    await expect(visitor.getByText('This badge is valid.')).toBeVisible();

    await inDatabase([
      `delete from public.member_badges where badge_id = (select id from public.badges where name = $1)`,
      [NAME],
    ]);
    await expect(async () => {
      await visitor.reload();
      await expect(visitor.getByText('This badge was revoked.')).toBeVisible({ timeout: 1_000 });
    }).toPass();
  } finally {
    await forget();
  }
});
