import { expect } from '@playwright/test';
import { test } from './browser.ts';
import { originOf, signIn } from './people.ts';
import { expectNoBarriers, expectNoSidewaysScroll } from './scan.ts';
import { asService } from './unbound-rows.ts';

test('what people wrote rings the chat bell of an open dashboard; looking at the list reads it, and nothing else', async ({
  page,
}) => {
  await signIn(page, originOf('demo'), 'parent@demo.test');
  const [parent] = await asService(
    page,
    'members?select=account_id,user_id,accounts!inner()&email=eq.parent@demo.test&accounts.slug=eq.demo',
  );
  const chats = page.getByRole('button', { name: /^Messages/ });
  const list = page.getByRole('dialog', { name: 'Messages' });
  await expect(chats).not.toHaveAccessibleName(/unread/);
  await chats.click();
  await expect(list).toHaveText('MessagesNo messages yetAll messages');
  await expectNoBarriers(page);
  await page.keyboard.press('Escape');

  const bell = page.getByRole('button', { name: /^Notifications/ });
  const others = async () => Number.parseInt((await bell.locator('.count').allInnerTexts())[0] ?? '0', 10);
  const before = await others();
  // As whatever keeps conversations writes them down.
  const said = [
    ['chat', 'Nadia: see you at four?'],
    ['chat', 'Nadia: bring the green folder'],
    ['other', 'Something else happened'],
  ].map(([type, message]) => ({ ...parent, type, message }));
  const made: { id: string }[] = await asService(page, 'account_notifications?select=id', 'POST', said);
  try {
    await expect(chats).toHaveAccessibleName(/2 unread/);
    await expect.poll(others).toBe(before + 1);
    await chats.click();
    await expect(list).toContainText('Nadia: see you at four?');
    await expect(chats).not.toHaveAccessibleName(/unread/);
    expect(await others()).toBe(before + 1);
    await expectNoSidewaysScroll(page);
    // On the server too.
    await page.reload();
    await expect.poll(others).toBe(before + 1);
    await expect(chats).not.toHaveAccessibleName(/unread/);
  } finally {
    await asService(page, `account_notifications?id=in.(${made.map(({ id }) => id).join()})`, 'DELETE');
  }
});
