import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { test } from './browser.ts';
import { inDatabase } from './database.ts';
import { originOf, signIn } from './people.ts';
import { expectNoBarriers, expectNoSidewaysScroll } from './scan.ts';

const origin = originOf('demo');

/** What a story began: conversations with this mark in a message or in their name. */
const forget = (mark: string) =>
  inDatabase([
    `delete from public.conversations c where c.title like $1 or exists (
       select from public.messages m where (m.account_id, m.conversation_id) = (c.account_id, c.id) and m.body like $1)`,
    [`%${mark}%`],
  ]);

async function openFor(browser: Browser, email: string, path: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signIn(page, origin, email, path);
  return page;
}

const log = (page: Page) => page.getByRole('log');
const field = (page: Page) => page.getByRole('textbox', { name: /^Message to/ });
async function write(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await field(page).press('Enter');
}

test('two members write to each other; what is sent without a network, or twice, arrives once and in order', async ({
  page,
  browser,
}) => {
  const mark = crypto.randomUUID().slice(0, 8);
  await signIn(page, origin, 'student@demo.test', '/dashboard/messages');
  const other = await openFor(browser, 'member@demo.test', '/dashboard');
  try {
    await page.getByRole('main').getByRole('button', { name: 'New', exact: true }).click();
    const panel = page.getByRole('dialog', { name: 'New conversation' });
    await panel.getByRole('searchbox', { name: 'Search members' }).fill('elif');
    await panel.getByRole('button', { name: 'Add Elif Kaya' }).click();
    await expectNoBarriers(page);
    await panel.getByRole('button', { name: 'Start conversation' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Elif Kaya' })).toBeVisible();
    await write(page, `First ${mark}`);
    await expect(log(page)).toContainText(`First ${mark}`);
    // The same member on a second device.
    const tablet = await openFor(browser, 'student@demo.test', new URL(page.url()).pathname);

    // It rings the chat bell of the other, which leads to it, as the badge of who is online does.
    await expect(other.getByRole('link', { name: /online/ })).toHaveAttribute('href', '/dashboard/messages');
    await other.getByRole('button', { name: /^Messages.*unread/ }).click();
    await other
      .getByRole('dialog', { name: 'Messages' })
      .getByRole('button', { name: new RegExp(`First ${mark}`) })
      .click();
    await expect(log(other)).toContainText(`First ${mark}`);
    await expect(log(page).getByText('Seen', { exact: true })).toBeVisible();
    await expectNoBarriers(other);
    await expect(async () => {
      await field(other).press('e');
      await expect(page.getByText(/Elif Kaya.? is typing…/)).toBeVisible({ timeout: 1000 });
    }).toPass();
    await write(other, `Second ${mark}`);
    await expect(log(page)).toContainText(`Second ${mark}`);

    // An answer that is lost: the server has the message, and the browser does not know.
    let isLost = false;
    await page.route('**/rest/v1/rpc/send_message', async (route) => {
      if (isLost) return route.fallback();
      isLost = true;
      const { host, hostname } = new URL(origin);
      // Only the browser knows the name of the site.
      const url = route.request().url().replace(hostname, '127.0.0.1');
      await route.fetch({ url, headers: { ...route.request().headers(), host } });
      await route.abort('connectionreset');
    });
    await write(page, `Third ${mark}`);
    await expect(log(other)).toContainText(`Third ${mark}`);

    await page.context().setOffline(true);
    await write(page, `Fourth ${mark}`);
    await write(page, `Fifth ${mark}`);
    await expect(log(page).getByText('Waiting to be sent')).toHaveCount(2);
    await write(other, `Meanwhile ${mark}`);
    await expect(log(other)).toContainText(`Meanwhile ${mark}`);
    await page.context().setOffline(false);
    const all = ['First', 'Second', 'Third', 'Meanwhile', 'Fourth', 'Fifth'];
    for (const screen of [page, tablet, other]) {
      await expect(log(screen).getByText('Waiting to be sent')).toHaveCount(0, { timeout: 30_000 });
      await expect(log(screen).locator('.chat-words')).toHaveText(
        all.map((word) => `${word} ${mark}`),
        {
          timeout: 30_000,
        },
      );
    }
  } finally {
    await forget(mark);
  }
});

test('what is sent can be answered, edited, deleted and reported; markup is words; a draft survives', async ({
  page,
  browser,
}) => {
  const mark = crypto.randomUUID().slice(0, 8);
  await signIn(page, origin, 'student@demo.test', '/dashboard/messages');
  try {
    await page.getByRole('main').getByRole('button', { name: 'New', exact: true }).click();
    const panel = page.getByRole('dialog', { name: 'New conversation' });
    for (const [search, name] of [
      ['elif', 'Elif Kaya'],
      ['helena', 'Helena Voss'],
    ]) {
      await panel.getByRole('searchbox', { name: 'Search members' }).fill(search ?? '');
      await panel.getByRole('button', { name: `Add ${name}` }).click();
    }
    await panel.getByRole('textbox', { name: /Name of the conversation/ }).fill(`Darkroom ${mark}`);
    await panel.getByRole('button', { name: 'Start conversation' }).click();
    await write(page, `Who has the key? ${mark}`);
    await write(page, `<img src="/none" onerror="alert(1)"> ${mark}`);
    await expect(log(page)).toContainText('<img src="/none" onerror="alert(1)">');
    await expect(log(page).locator('img[src="/none"]')).toHaveCount(0);
    await page.locator('input[type="file"]').setInputFiles({
      name: 'plan.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('Second drawer'),
    });
    await write(page, `It is in the plan ${mark}`);
    await expect(log(page).getByRole('link', { name: /plan\.txt/ })).toHaveAttribute('href', /token=/);

    const other = await openFor(browser, 'member@demo.test', '/dashboard/messages');
    await other.getByRole('link', { name: new RegExp(`Darkroom ${mark}`) }).click();
    const first = log(other).getByRole('article').filter({ hasText: 'Who has the key?' }).first();
    await first.getByRole('button', { name: /^Reply to/ }).click();
    await write(other, `I have it ${mark}`);
    await expect(
      log(page)
        .getByRole('article')
        .filter({ hasText: `I have it ${mark}` }),
    ).toContainText('Who has the key?');
    await first.getByRole('button', { name: 'React' }).click();
    await other.getByRole('menuitem', { name: 'Thank you' }).click();
    await expect(log(page).getByRole('button', { name: 'Thank you: 1' })).toBeVisible();

    // The last own message is edited by the arrow key.
    await field(page).press('ArrowUp');
    const edit = page.getByRole('textbox', { name: 'Edit message' });
    await edit.fill(`It is in the file ${mark}`);
    await edit.press('Enter');
    await expect(log(other)).toContainText(`It is in the file ${mark}`);
    await expectNoBarriers(other);

    const reported = log(other).getByRole('article').filter({ hasText: 'It is in the file' });
    await reported.getByRole('button', { name: /^More for the message/ }).click();
    await other.getByRole('menuitem', { name: 'Report message' }).click();
    await other.getByRole('textbox', { name: /Reason/ }).fill(`Not true ${mark}`);
    await other.getByRole('button', { name: 'Report message' }).last().click();
    await expect(other.getByText('Thank you. A moderator will review it.')).toBeVisible();

    await field(page).fill(`Half a thought ${mark}`);
    await page.reload();
    await expect(field(page)).toHaveValue(`Half a thought ${mark}`);
    await field(page).fill('');

    const owner = await openFor(browser, 'owner@demo.test', '/dashboard/messages/reports');
    const row = owner.getByRole('row').filter({ hasText: `Not true ${mark}` });
    await expect(row).toContainText(`It is in the file ${mark}`);
    await expectNoBarriers(owner);
    await row.getByRole('button', { name: /Actions|More/ }).click();
    await owner.getByRole('menuitem', { name: 'Delete message' }).click();
    await owner.getByRole('button', { name: 'Delete message' }).last().click();
    await expect(log(page).getByText('This message was deleted.')).toBeVisible();
  } finally {
    await forget(mark);
    await inDatabase(['delete from public.message_reports where reason like $1', [`%${mark}%`]]);
  }
});

test('on a phone the list and a conversation are two views; a member is blocked and unblocked; what is older comes by scrolling', async ({
  page,
  browser,
}) => {
  const mark = crypto.randomUUID().slice(0, 8);
  await page.setViewportSize({ width: 390, height: 780 });
  await signIn(page, origin, 'student@demo.test', '/dashboard/messages');
  const other = await openFor(browser, 'member@demo.test', '/dashboard/messages');
  try {
    await page.getByRole('main').getByRole('button', { name: 'New', exact: true }).click();
    const panel = page.getByRole('dialog', { name: 'New conversation' });
    await panel.getByRole('searchbox', { name: 'Search members' }).fill('elif');
    await panel.getByRole('button', { name: 'Add Elif Kaya' }).click();
    await panel.getByRole('button', { name: 'Start conversation' }).click();
    await write(page, `Hello ${mark}`);
    await expectNoSidewaysScroll(page);
    await expectNoBarriers(page);
    await page.getByRole('link', { name: 'Back to conversations' }).click();
    const row = page.getByRole('link', { name: new RegExp(`Elif Kaya.*Hello ${mark}`) });
    await expect(row).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expect(other.getByRole('link', { name: new RegExp(`Hello ${mark}`) })).toBeVisible();

    await row.click();
    await page.getByRole('button', { name: 'Conversation options' }).click();
    await page.getByRole('menuitem', { name: 'Block member' }).click();
    await page.getByRole('button', { name: 'Block member' }).last().click();
    await expect(page.getByText('Elif Kaya is blocked.')).toBeVisible();
    await expect(row).toHaveCount(0);
    await other.reload();
    await expect(other.getByRole('heading', { level: 1, name: 'Messages' })).toBeVisible();
    await expect(other.getByRole('link', { name: new RegExp(`Hello ${mark}`) })).toHaveCount(0);

    await page.getByRole('button', { name: 'More for messages' }).click();
    await page.getByRole('menuitem', { name: 'Blocked members' }).click();
    await page.getByRole('button', { name: 'Unblock Elif Kaya' }).click();
    await expect(page.getByText('Elif Kaya is no longer blocked.')).toBeVisible();
    // The pressed button is gone with its row: the panel has the focus, so Escape closes it.
    await expect(
      page.getByRole('dialog', { name: 'Blocked members' }).getByRole('button', { name: 'Close' }),
    ).toBeFocused();
    await page.keyboard.press('Escape');
    await row.click();
    await inDatabase(
      [
        `insert into public.messages (account_id, conversation_id, seq, client_id, member_id, author_name, body)
         select m.account_id, m.conversation_id, n + 1, gen_random_uuid(), m.member_id, m.author_name, 'Line ' || n || ' ' || $1
           from public.messages m, generate_series(1, 60) n where m.body = 'Hello ' || $1`,
        [mark],
      ],
      [
        `update public.conversations c set last_seq = 61 from public.messages m where m.conversation_id = c.id and m.body = 'Hello ' || $1`,
        [mark],
      ],
    );
    await page.reload();
    await expect(log(page).getByText(`Line 60 ${mark}`)).toBeInViewport();
    await expect(log(page).getByText(`Hello ${mark}`)).toHaveCount(0);
    await log(page)
      .getByText(/^Line 21 /)
      .scrollIntoViewIfNeeded();
    await expect(log(page).getByText(`Hello ${mark}`)).toHaveCount(1);
  } finally {
    await forget(mark);
    await inDatabase([
      `delete from public.member_blocks b using public.members m where m.id = b.member_id and m.email = 'student@demo.test'`,
    ]);
  }
});

/** Goes on with the tab key until this has the focus. */
async function reach(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let pressed = 0; pressed < 120; pressed++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}

test('messages are begun, written, edited, answered, reacted to and deleted by keyboard alone', async ({ page }) => {
  const mark = crypto.randomUUID().slice(0, 8);
  const press = (name: string | RegExp, within: Page | Locator = page) =>
    reach(page, within.getByRole('button', { name }).last()).then(() => page.keyboard.press('Enter'));
  const choose = async (name: string) => {
    await expect(page.getByRole('menuitem', { name }).first()).toBeVisible();
    // The first letters of an entry lead to it.
    await page.keyboard.type(name.slice(0, 3));
    await expect(page.getByRole('menuitem', { name }).first()).toBeFocused();
    await page.keyboard.press('Enter');
  };
  await signIn(page, origin, 'student@demo.test', '/dashboard/messages');
  try {
    await press(/^New$/);
    const panel = page.getByRole('dialog', { name: 'New conversation' });
    const search = panel.getByRole('searchbox', { name: 'Search members' });
    for (const [term, name] of [
      ['elif', 'Elif Kaya'],
      ['helena', 'Helena Voss'],
    ] as const) {
      await expect(search).toBeFocused();
      await page.keyboard.type(term);
      await press(`Add ${name}`, panel);
    }
    await reach(page, panel.getByRole('textbox', { name: /Name of the conversation/ }));
    await page.keyboard.type(`Keys ${mark}`);
    await press('Start conversation', panel);
    await expect(page.getByRole('heading', { level: 1, name: `Keys ${mark}` })).toBeVisible();

    await reach(page, field(page));
    await page.keyboard.type(`Firts ${mark}`);
    await page.keyboard.press('Enter');
    // What is on its way can't be edited yet.
    await expect(log(page).getByText('Sent', { exact: true })).toBeVisible();
    await page.keyboard.press('ArrowUp');
    await expect(page.getByRole('textbox', { name: 'Edit message' })).toBeFocused();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(`First ${mark}`);
    await page.keyboard.press('Enter');
    await expect(log(page)).toContainText(`First ${mark}`);

    const message = log(page)
      .getByRole('article')
      .filter({ hasText: `First ${mark}` });
    await press('React', message);
    await choose('Love');
    await expect(message.getByRole('button', { name: 'Love: 1' })).toBeVisible();
    await press(/^Reply to/, message);
    await expect(field(page)).toBeFocused();
    await page.keyboard.type(`Second ${mark}`);
    await page.keyboard.press('Enter');
    const answer = log(page)
      .getByRole('article')
      .filter({ hasText: `Second ${mark}` });
    await expect(answer).toContainText(`First ${mark}`);
    await expectNoBarriers(page);

    await press(/^More for the message/, answer);
    await choose('Delete message');
    await press('Delete message', page.getByRole('alertdialog'));
    await expect(log(page).getByText('This message was deleted.')).toBeVisible();
    await press(/options/i, page.getByRole('main'));
    await choose('Mute');
    await expect(page.getByText(/muted/i).first()).toBeVisible();
  } finally {
    await forget(mark);
  }
});

test('what a link leads to is shown under a message and a post, until the site shows no previews', async ({
  page,
  browser,
}) => {
  const mark = crypto.randomUUID().slice(0, 8);
  const url = `https://example.org/${mark}`;
  await inDatabase([
    `insert into private.link_previews (account_id, url, state, title, description)
     select account_id, $1, 'ready', $2, 'Where it lies in the morning' from public.accounts where slug = 'demo'`,
    [url, `Fog ${mark}`],
  ]);
  const showPreviews = (isOn: boolean) =>
    inDatabase([
      `update public.options set value = value || jsonb_build_object('link_previews', $1::boolean)
        where key = 'settings' and account_id = (select account_id from public.accounts where slug = 'demo')`,
      [isOn],
    ]);
  try {
    await signIn(page, origin, 'owner@demo.test', '/dashboard/messages');
    await page.getByRole('main').getByRole('button', { name: 'New', exact: true }).click();
    const panel = page.getByRole('dialog', { name: 'New conversation' });
    await panel.getByRole('searchbox', { name: 'Search members' }).fill('elif');
    await panel.getByRole('button', { name: 'Add Elif Kaya' }).click();
    await panel.getByRole('button', { name: 'Start conversation' }).click();
    await write(page, `Look: ${url}`);
    const preview = page.getByRole('link', { name: `Fog ${mark}` });
    await expect(preview).toHaveAttribute('href', url);
    await expect(preview).toContainText('example.org');
    await expectNoBarriers(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoSidewaysScroll(page);
    const conversation = page.url();

    const group = await openFor(browser, 'instructor@demo.test', '/dashboard/groups/night-sky-walkers');
    await group.getByRole('textbox', { name: 'Your post' }).fill(`Read this ${url}`);
    await group.getByRole('button', { name: 'Post', exact: true }).click();
    await expect(group.getByRole('link', { name: `Fog ${mark}` })).toBeVisible();
    await expectNoBarriers(group);

    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`${origin}/dashboard/manage/site`);
    await page.getByText('Link previews', { exact: true }).click();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByRole('button', { name: 'Save changes' })).toHaveCount(0);
    await page.goto(conversation);
    await expect(log(page)).toContainText(url);
    await expect(preview).toHaveCount(0);
  } finally {
    await showPreviews(true);
    await inDatabase(
      ['delete from public.thread_posts where content like $1', [`%${url}%`]],
      ['delete from private.link_previews where url = $1', [url]],
    );
    await forget(mark);
  }
});
