import { readFileSync } from 'node:fs';
import { type Browser, expect, type Page } from '@playwright/test';
import { test } from './browser.ts';
import { inDatabase } from './database.ts';
import { originOf, signIn } from './people.ts';
import { expectNoBarriers, expectNoSidewaysScroll } from './scan.ts';

const origin = originOf('demo');
const phone = { width: 390, height: 844 };

const forget = (title: string) => inDatabase(['delete from public.groups where title = $1', [title]]);

async function openFor(browser: Browser, email: string, path: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signIn(page, origin, email, path);
  return page;
}

/** Loads the screen anew, until it hears what is said of its groups. */
async function hears(page: Page): Promise<void> {
  const address = page.url();
  // A connection that the screen is opening would be taken for that of the screen after it.
  await page.goto('about:blank');
  const joined = page
    .waitForEvent('websocket')
    .then((socket) =>
      socket.waitForEvent('framereceived', ({ payload }) => /group:.*"status":"ok"/.test(String(payload))),
    );
  await page.goto(address);
  await joined;
}

test('a private group is created, asked for, written in, moderated and left; outside nobody sees what is in it', async ({
  page,
  browser,
}) => {
  const title = `Fog at dawn ${crypto.randomUUID().slice(0, 6)}`;
  await signIn(page, origin, 'owner@demo.test', '/dashboard/groups');
  try {
    await page.getByRole('button', { name: 'New group' }).click();
    const panel = page.getByRole('dialog', { name: 'New group' });
    await panel.getByRole('textbox', { name: 'Name' }).fill(title);
    await panel.getByRole('radio', { name: /^Private, on request/ }).check({ force: true });
    await panel.getByRole('textbox', { name: /^Welcome message/ }).fill('Bring a scarf.');
    await expectNoBarriers(page);
    await panel.getByRole('button', { name: 'Create group' }).click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Breadcrumb' }).getByText(title)).toBeVisible();
    const address = new URL(page.url()).pathname;
    expect(address).toBe(`/dashboard/groups/${title.toLowerCase().replaceAll(' ', '-')}`);

    // Who asks sees that it exists, and nothing that is in it.
    const student = await openFor(browser, 'student@demo.test', '/dashboard/groups');
    await student.setViewportSize(phone);
    await student.getByRole('button', { name: `Ask to join: ${title}` }).click();
    await expect(student.getByRole('button', { name: `Withdraw request: ${title}` })).toBeVisible();
    await expectNoBarriers(student);
    await expectNoSidewaysScroll(student);
    await student.goto(origin + address);
    await expect(student.getByText('You asked to join.')).toBeVisible();
    await expect(student.getByRole('link', { name: 'Members' })).toHaveCount(0);

    await page.goto(`${origin}${address}/members`);
    await page.getByRole('button', { name: /^Approve: / }).click();
    await expect(page.getByRole('button', { name: /^Approve: / })).toHaveCount(0);
    await expectNoBarriers(page);

    // The student writes; the owner pins and removes it.
    await student.reload();
    const text = `Nothing to see until nine. ${title}`;
    await student.getByRole('textbox', { name: 'Your post' }).fill(text);
    await student.getByRole('button', { name: 'Post', exact: true }).click();
    await expect(student.getByText(text)).toBeVisible();
    await expectNoBarriers(student);
    await expectNoSidewaysScroll(student);
    await page.goto(origin + address);
    await page.getByRole('button', { name: 'Pin', exact: true }).click();
    await expect(page.getByText('Post pinned.')).toBeVisible();

    // A member outside finds neither the group nor the post, by its address, a search or a list.
    const outsider = await openFor(browser, 'member@demo.test', address);
    await expect(outsider.getByText('This group is private')).toBeVisible();
    await expect(outsider.getByText(text)).toHaveCount(0);
    await outsider.goto(`${origin}/search?q=${encodeURIComponent(title)}`);
    await expect(outsider.getByRole('link', { name: title })).toHaveCount(0);
    const slug = address.split('/').at(-1);
    expect((await outsider.goto(`${origin}/groups/${slug}`))?.status()).toBe(404);
    expect(await (await outsider.goto(`${origin}/sitemap.xml`))?.text()).not.toContain(slug);

    await page.getByRole('button', { name: 'Delete post', exact: true }).click();
    await page.getByRole('button', { name: 'Delete post', exact: true }).click();
    await expect(page.getByText(text)).toHaveCount(0);
    await expectNoBarriers(page);

    await student.goto(`${origin}${address}/about`);
    await expect(student.getByText('Bring a scarf.')).toBeVisible();
    await student.getByRole('button', { name: 'Leave group' }).click();
    await expect(student.getByText('This group is private')).toBeVisible();
  } finally {
    await forget(title);
  }
});

test('the join button of a public group joins, after signing in', async ({ page }) => {
  const leave = () =>
    inDatabase([
      `delete from public.group_members m using public.groups g, public.members p
        where g.id = m.group_id and g.slug = 'first-hundred-frames' and p.id = m.member_id and p.email = 'member@demo.test'`,
      [],
    ]);
  await leave();
  try {
    await page.goto(`${origin}/groups/first-hundred-frames`);
    await expectNoBarriers(page);
    const path = await page.getByRole('link', { name: 'Join this group' }).getAttribute('href');
    await signIn(page, origin, 'member@demo.test', path ?? '');
    await expect(page.getByText('You are a member of the group now.')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Your post' })).toBeVisible();
    await page
      .getByRole('navigation', { name: /^Parts of/ })
      .getByRole('link', { name: 'Members' })
      .click();
    await expect(page.getByText('Elif Kaya').first()).toBeVisible();
  } finally {
    await leave();
  }
});

test('topics, a poll and new posts reach everybody who has the group open', async ({ page, browser }) => {
  const mark = crypto.randomUUID().slice(0, 8);
  const title = `Dew at six ${mark}`;
  const slug = `dew-at-six-${mark}`;
  const path = `/dashboard/groups/${slug}`;
  await inDatabase(
    [
      `insert into public.groups (account_id, slug, title, visibility) select account_id, $1, $2, 'private' from public.accounts where slug = 'demo'`,
      [slug, title],
    ],
    [
      `insert into public.group_members (account_id, group_id, member_id, role)
       select g.account_id, g.id, m.id, case m.email when 'instructor@demo.test' then 'owner' else 'member' end
         from public.groups g join public.members m on m.account_id = g.account_id and m.email in ('instructor@demo.test', 'student@demo.test')
        where g.slug = $1`,
      [slug],
    ],
  );
  try {
    await signIn(page, origin, 'instructor@demo.test', path);
    await expect(page.getByText('No posts yet')).toBeVisible();
    await page.getByRole('button', { name: 'Manage topics' }).click();
    const panel = page.getByRole('dialog', { name: 'Manage topics' });
    for (const [index, name] of ['Walks', 'Gear'].entries()) {
      await panel.getByRole('button', { name: 'Add topic' }).click();
      await panel.getByRole('textbox', { name: `Topic ${index + 1}` }).fill(name);
    }
    await panel.getByRole('button', { name: 'Move Gear up' }).click();
    await expectNoBarriers(page);
    await panel.getByRole('button', { name: 'Save changes' }).click();
    const topics = page.getByRole('navigation', { name: 'Posts by topic' });
    await expect(topics.getByRole('link')).toHaveText(['All posts', 'Gear', 'Walks']);

    // The student has the group open; what the instructor writes waits behind a button.
    const student = await openFor(browser, 'student@demo.test', path);
    await student.setViewportSize(phone);
    await expect(student.getByText('No posts yet')).toBeVisible();
    await hears(student);
    await page.getByRole('textbox', { name: 'Your post' }).fill(`Where do we walk? ${mark}`);
    await page.getByRole('button', { name: /^No topic/ }).click();
    await page.getByRole('option', { name: 'Walks' }).click();
    await page.getByRole('button', { name: 'Add poll' }).click();
    await page.getByRole('textbox', { name: 'Option 1' }).fill('The quarry');
    await page.getByRole('textbox', { name: 'Option 2' }).fill('The lake');
    await expectNoBarriers(page);
    await page.getByRole('button', { name: 'Post', exact: true }).click();
    await expect(page.getByText(`Where do we walk? ${mark}`)).toBeVisible();
    await student.getByRole('button', { name: '1 new post' }).click();
    await expect(student.getByText(`Where do we walk? ${mark}`)).toBeVisible();

    // The student votes by keyboard, and the instructor sees it without doing anything.
    const poll = student.getByRole('region', { name: 'Poll' });
    await poll.getByRole('radio', { name: 'The lake' }).focus();
    await student.keyboard.press('Space');
    await poll.getByRole('button', { name: 'Vote', exact: true }).focus();
    await student.keyboard.press('Enter');
    await expect(student.getByText('Your vote was counted.')).toBeVisible();
    await expect(poll.getByText('1 person voted')).toBeVisible();
    await expectNoBarriers(student);
    await expectNoSidewaysScroll(student);
    await expect(page.getByRole('region', { name: 'Poll' }).getByText('1 vote · 100%')).toBeVisible();
    await page.getByRole('button', { name: 'Who voted', exact: true }).click();
    await page.getByRole('button', { name: 'Who voted: The lake' }).click();
    await expect(page.getByRole('region', { name: 'Poll' }).getByText('Amara Okafor')).toBeVisible();

    // Who looks after the group moves a post to another topic, and ends a poll before its time.
    await page.getByRole('button', { name: /^Change topic: / }).click();
    await page.getByRole('menuitemradio', { name: 'Gear' }).click();
    await expect(page.getByText('The topic of the post was changed.')).toBeVisible();
    await expect(student.getByRole('link', { name: '# Gear' })).toBeVisible();
    await page.getByRole('button', { name: /^Change topic: / }).click();
    await page.getByRole('menuitemradio', { name: 'Walks' }).click();
    await page.getByRole('button', { name: 'End poll' }).click();
    await expectNoBarriers(page);
    await page.getByRole('alertdialog').getByRole('button', { name: 'End poll' }).click();
    await expect(page.getByText('The poll has ended.')).toBeVisible();
    await expect(poll.getByText(/Ended/)).toBeVisible();
    await expect(poll.getByRole('button', { name: 'Change vote' })).toHaveCount(0);

    // A reply appears in place.
    await student.getByRole('button', { name: /^Reply to/ }).click();
    await student.getByRole('textbox', { name: 'Your reply' }).fill(`The lake, please ${mark}`);
    await student.getByRole('listitem').getByRole('button', { name: 'Post', exact: true }).click();
    await expect(page.getByText(`The lake, please ${mark}`)).toBeVisible();

    await topics.getByRole('link', { name: 'Gear' }).click();
    await expect(page.getByText('No posts in this topic yet')).toBeVisible();
    await topics.getByRole('link', { name: 'Walks' }).click();
    await expect(page).toHaveURL(/topic=/);
    await expect(page.getByText(`Where do we walk? ${mark}`)).toBeVisible();
    await expectNoBarriers(page);
  } finally {
    await forget(title);
  }
});

test('an event is planned, answered, and taken into a calendar; a paid group leads to what opens it', async ({
  page,
  browser,
}) => {
  const title = `Walk ${crypto.randomUUID().slice(0, 8)}`;
  const path = '/dashboard/groups/night-sky-walkers/events';
  try {
    // The student has the list open all the while.
    const student = await openFor(browser, 'student@demo.test', path);
    await student.setViewportSize(phone);
    await hears(student);
    await signIn(page, origin, 'instructor@demo.test', path);
    await expectNoBarriers(page);
    await page.getByRole('button', { name: 'New event' }).click();
    const panel = page.getByRole('dialog', { name: 'New event' });
    await panel.getByRole('button', { name: 'Create event' }).click();
    await expect(panel.getByText('Say when it starts.')).toBeVisible();
    await panel.getByRole('textbox', { name: 'Title' }).fill(title);
    for (const [name, value] of [
      ['Starts', '123120980800PM'],
      ['Ends', '123120981000PM'],
    ] as const)
      await panel
        .getByRole('group', { name: new RegExp(`^${name}`) })
        .getByRole('spinbutton', { name: /month/ })
        .pressSequentially(value);
    await panel.getByRole('textbox', { name: /^Place/ }).fill('The quarry');
    await expectNoBarriers(page);
    await panel.getByRole('button', { name: 'Create event' }).click();
    const event = page.getByRole('article', { name: title });
    await expect(event.getByText(/December 31, 2098/)).toBeVisible();

    const theirs = student.getByRole('article', { name: title });
    await theirs.getByRole('radio', { name: 'Going' }).click();
    await expect(student.getByText('You are going.')).toBeVisible();
    await expect(theirs.getByText('1 going')).toBeVisible();
    await expectNoBarriers(student);
    await expectNoSidewaysScroll(student);
    const download = student.waitForEvent('download');
    await theirs.getByRole('button', { name: `Add to calendar: ${title}` }).click();
    const file = await (await download).path();
    expect(readFileSync(file, 'utf8')).toContain(`SUMMARY:${title}`);

    await expect(event.getByText('1 going')).toBeVisible();
    await event.getByRole('button', { name: `Who is coming: ${title}` }).click();
    await expect(event.getByText('Amara Okafor')).toBeVisible();
    await event.getByRole('button', { name: `Edit event: ${title}` }).click();
    await page.getByRole('button', { name: 'Delete event' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete event' }).click();
    await expect(event).toHaveCount(0);
    await expect(theirs).toHaveCount(0);

    await student.goto(`${origin}/dashboard/groups`);
    await expectNoSidewaysScroll(student);
    await expectNoBarriers(student);
    await student.getByRole('link', { name: 'Get access: Darkroom club' }).click();
    await expect(student.getByRole('heading', { level: 1, name: 'Darkroom club' })).toBeVisible();
    expect(new URL(student.url()).pathname).toBe('/shop/darkroom-club');
  } finally {
    await inDatabase(['delete from public.group_events where title = $1', [title]]);
  }
});

test('what is written in a group is news in the activity of its members, until they have seen it', async ({
  page,
  browser,
}) => {
  const text = `Clear until two ${crypto.randomUUID().slice(0, 8)}`;
  const writer = await openFor(browser, 'instructor@demo.test', '/dashboard/groups/night-sky-walkers');
  try {
    await signIn(page, origin, 'student@demo.test', '/dashboard/activity');
    const news = page.getByRole('listitem').filter({ hasText: 'wrote in Night sky walkers' }).first();
    await hears(page);
    await writer.getByRole('textbox', { name: 'Your post' }).fill(text);
    await writer.getByRole('button', { name: 'Post', exact: true }).click();
    await expect(writer.getByText(text)).toBeVisible();
    await expect(news.getByText('New', { exact: true })).toBeVisible();
    await expectNoBarriers(page);
    await page.setViewportSize(phone);
    await expectNoBarriers(page);
    await expectNoSidewaysScroll(page);
    await page.reload();
    await expect(news).toBeVisible();
    await expect(news.getByText('New', { exact: true })).toHaveCount(0);
    await news.getByRole('link').click();
    await expect(page.getByText(text)).toBeVisible();
  } finally {
    await inDatabase(['delete from public.thread_posts where content = $1', [text]]);
  }
});
