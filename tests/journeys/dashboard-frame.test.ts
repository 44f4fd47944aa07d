import { expect, type Page } from '@playwright/test';
import { allowPrefetch, test } from './browser.ts';
import { beginSession, openSideBar, originOf, signIn } from './people.ts';
import { expectNoBarriers } from './scan.ts';
import { asService } from './unbound-rows.ts';

const demo = () => originOf('demo');
const linksOf = async (page: Page, menu: string) =>
  (await page.getByRole('navigation', { name: menu }).getByRole('link').allInnerTexts()).map((words) => words.trim());

test('the side bar keeps how it was left, and on a phone closes at every step', async ({ page, isMobile }) => {
  await signIn(page, demo(), 'instructor@demo.test');
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  const kept = () => page.evaluate(() => localStorage.getItem('isOpen'));
  if (isMobile) {
    await expect(page.getByRole('button', { name: 'Open menu' })).toBeVisible();
    await expect(menu).not.toBeInViewport();
    // Escape and a press beside it close it, and the focus goes back to what opened it.
    const toggle = page.getByRole('button', { name: 'Open menu' });
    await openSideBar(page);
    await menu.getByRole('link').first().focus();
    await page.keyboard.press('Escape');
    await expect(menu).not.toBeInViewport();
    await expect(toggle).toBeFocused();
    await openSideBar(page);
    await page.locator('.side-backdrop').click({ position: { x: 380, y: 400 } });
    await expect(toggle).toBeFocused();
    await openSideBar(page);
    await menu.getByRole('link', { name: 'Instructor' }).click();
    await expect(page).toHaveURL(`${demo()}/dashboard/instructor`);
    await expect(menu).not.toBeInViewport();
    expect(await kept()).toBeNull();
    return;
  }
  await page.getByRole('button', { name: 'Close menu' }).click();
  expect(await kept()).toBe('false');
  await page.reload();
  const open = page.getByRole('button', { name: 'Open menu' });
  await expect(open).toHaveAttribute('aria-expanded', 'false');
  await open.click();
  expect(await kept()).toBe('true');
});

test('what a picture alone says is said in words: for who points at it, comes by keys, or stands on a shut side bar', async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, 'A finger points at nothing.');
  await signIn(page, demo(), 'owner@demo.test');
  const toggle = page.getByRole('button', { name: 'Close menu' });
  const tip = page.getByRole('tooltip');
  // A hand that moves the pointer: one that only appears there points at nothing.
  await expect(toggle).toBeVisible();
  await page.mouse.move(640, 400);
  await toggle.hover();
  await expect(tip).toHaveText('Close menu');
  await expect(toggle).toHaveAttribute('aria-describedby', (await tip.getAttribute('id')) ?? 'none');
  await page.keyboard.press('Escape');
  await expect(tip).toHaveCount(0);
  await toggle.click();
  const shut = page.getByRole('button', { name: 'Open menu' });
  await page.mouse.move(640, 700);
  const entry = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Posts' });
  await entry.hover();
  await expect(entry).toHaveAttribute('title', 'Posts');
  await shut.focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(tip).toHaveText('Open menu');
  await shut.press('Enter');
  await expect(tip).toHaveCount(0);
  // The kit's rule stands in our sheet: a sheet of its own would have the page laid out anew while it comes alive.
  expect(await page.locator('style#react-aria-pressable-style').count()).toBe(0);
  expect(await entry.evaluate((element) => getComputedStyle(element).touchAction)).not.toBe('auto');
});

test('menus show what a role may do; what it may not is closed by its address too', async ({ page }) => {
  await signIn(page, demo(), 'member@demo.test');
  await openSideBar(page);
  expect(await linksOf(page, 'Main menu')).toEqual([
    'Dashboard',
    'Activity',
    'Messages',
    'Courses',
    'Certificates',
    'Groups',
    'Orders',
  ]);
  await expect(page.getByRole('navigation', { name: 'Manage' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Account menu' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'New', exact: true })).toHaveCount(0);
  await page.goto(`${demo()}/dashboard/manage/users`);
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('main').getByRole('table')).toHaveCount(0);
  await expect(page.getByRole('main')).toContainText(/may not|not allowed|your role/i);
  await page.goto(`${demo()}/dashboard/nowhere`);
  const missing = 'Screen not found';
  await expect(page.getByRole('heading', { level: 1, name: missing })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' }).getByText(missing)).toBeVisible();
  await expect(page).toHaveTitle(new RegExp(`^${missing} · `));
});

test('the owner finds everything of a site: menus, quick-create, account menu, the way to the site, themes', async ({
  page,
  isMobile,
}) => {
  await signIn(page, demo(), 'owner@demo.test');
  await openSideBar(page);
  expect(await linksOf(page, 'Main menu')).toEqual(
    expect.arrayContaining(['Dashboard', 'Courses', 'Instructor', 'Pages', 'Posts']),
  );
  expect(await linksOf(page, 'Manage')).toEqual(expect.arrayContaining(['Site', 'Members', 'Ecommerce']));
  if (isMobile) await page.locator('.side-backdrop').click({ position: { x: 380, y: 400 } });

  const create = page.getByRole('button', { name: 'New', exact: true });
  await create.click();
  const made = page.getByRole('menu').getByRole('menuitem');
  await expect(made.filter({ hasText: /course/i })).toHaveAttribute('href', '/dashboard/instructor/new');
  await expect(made.filter({ hasText: /post/i })).toHaveAttribute('href', '/dashboard/post/');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await page.getByRole('button', { name: 'Account menu' }).click();
  for (const [name, href] of [
    ['Site', '/dashboard/manage/site'],
    ['Members', '/dashboard/manage/users'],
    ['Ecommerce', '/dashboard/manage/ecommerce'],
    ['Edit profile', '/dashboard/profile'],
    ['View site', '/'],
  ] as const)
    await expect(page.getByRole('menuitem', { name, exact: true })).toHaveAttribute('href', href);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  if (!isMobile) {
    const site = page.getByRole('link', { name: /^View site/ });
    await expect(site).toHaveAttribute('href', '/');
    await expect(site).toHaveAttribute('target', '_blank');
    const online = page.getByText(/^[1-9]\d* online$/);
    await expect(online).toBeVisible();
    // A smaller window has no room for the words of the bar, and still says how many are here.
    await page.setViewportSize({ width: 1024, height: 768 });
    await expect(site).toBeHidden();
    await expect(online).toBeVisible();
    await page.setViewportSize({ width: 1280, height: 800 });
  }

  for (const theme of ['Dark', 'Night', 'Light']) {
    await page.getByRole('button', { name: /^Theme/ }).click();
    await page.getByRole('menuitemradio', { name: theme }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme.toLowerCase());
    expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe(theme.toLowerCase());
  }
  expect(await page.evaluate(() => localStorage.getItem('device_id'))).toMatch(/^[0-9a-f-]{36}$/);

  // Who comes back finds the first screen in its document; once it is alive nothing of it is asked for again.
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(`${demo()}/dashboard`, { waitUntil: 'networkidle' });
  await expect(page.locator('.stat-number').first()).toBeVisible();
  await expect(page.locator('#handed-over')).toBeEmpty();
  expect(asked).toContain('/dashboard');
  expect(asked.filter((path) => path.startsWith('/rest/v1/'))).toEqual([]);

  // What is pressed while its script is still on the way is done when it has come.
  let come = () => {};
  const held = new Promise<void>((resolve) => {
    come = resolve;
  });
  await page.route('**/assets/frame-*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${demo()}/dashboard`, { waitUntil: 'commit' });
  await create.click();
  await expect(page.getByRole('menu')).toHaveCount(0);
  come();
  await expect(page.getByRole('menu').getByRole('menuitem', { name: /course/i })).toBeVisible();
});

test('the keyboard finds, goes and begins, and leaves alone whoever writes', async ({ page, isMobile }) => {
  test.skip(isMobile, 'a phone has no keys');
  await signIn(page, demo(), 'owner@demo.test');
  await expect(page.getByRole('link', { name: 'Instructor' })).toBeVisible();
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  const box = palette.getByRole('combobox');
  await box.pressSequentially('light and exp');
  const found = palette.getByRole('option', { name: /Light and exposure.*Course/ });
  await expect(found).toHaveAttribute('href', '/dashboard/course/light-and-exposure');
  await expectNoBarriers(page, '.cmd');
  await expect(box).toHaveAttribute('aria-activedescendant', /.+/);
  await found.click();
  await expect(page).toHaveURL(`${demo()}/dashboard/course/light-and-exposure`);
  const way = page.getByRole('navigation', { name: 'Breadcrumb' });
  await expect(way.getByText('Light and exposure')).toHaveAttribute('aria-current', 'page');
  await expect(page).toHaveTitle(/^Light and exposure · /);

  // Too long for its bar, it keeps where it begins and where one stands; what is between is a menu.
  await page.goto(`${demo()}/dashboard/manage/marketing/forms/00000000-0000-7000-8000-0000000f0001/answers`);
  for (const end of [way.getByRole('link', { name: 'Lumen Academy' }), way.getByText('Submissions', { exact: true })]) {
    await expect(end).toBeVisible();
    // What is between moves into the menu once the bar was measured.
    await expect.poll(() => end.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth + 1)).toBe(true);
  }
  await expect(way.getByRole('link', { name: 'Forms' })).toBeHidden();
  await way.getByRole('button', { name: 'Manage / Marketing / Forms / Form' }).click();
  await expectNoBarriers(page, '.menu');
  await page.getByRole('menuitem', { name: 'Forms' }).click();
  await expect(page).toHaveURL(`${demo()}/dashboard/manage/marketing/forms`);
  await expect(way.getByRole('link', { name: 'Marketing' })).toBeVisible();
  await expect(page.getByRole('menu')).toHaveCount(0);

  await page.keyboard.press('g');
  await page.keyboard.press('a');
  await expect(page).toHaveURL(`${demo()}/dashboard/manage`);
  await page.getByRole('searchbox', { name: 'Search settings' }).fill('domain');
  await expect(page.getByRole('main').getByRole('link')).toHaveText([/^Domains/]);
  // One cross empties it, ours; the browser's own is not drawn beside it.
  const settings = page.getByRole('searchbox', { name: 'Search settings' });
  const room = (await settings.boundingBox()) ?? { width: 0, height: 0 };
  await settings.click({ position: { x: room.width - 8, y: room.height / 2 } });
  await expect(settings).toHaveValue('domain');
  // "n" and "?" are letters here.
  await page.getByRole('searchbox', { name: 'Search settings' }).fill('');
  await page.keyboard.type('gn?');
  await expect(page.getByRole('searchbox', { name: 'Search settings' })).toHaveValue('gn?');
  await expect(page.getByText('No results for “gn?”', { exact: false })).toBeVisible();
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(sheet.getByText('Create new')).toBeVisible();
  await expectNoBarriers(page, '.dialog');
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await page.keyboard.press('n');
  await expect(page.getByRole('menu').getByRole('menuitem', { name: 'New course' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);

  // What was used lately stands first, and the box can do things as well as find them.
  await page.keyboard.press('/');
  await expect(palette.getByRole('group', { name: 'Recent' }).getByRole('option')).toHaveText([/^Light and exposure/]);
  await box.pressSequentially('keybaord');
  await page.keyboard.press('Enter');
  await sheet.getByRole('link', { name: 'Go to profile' }).click();
  const choice = page.getByRole('switch', { name: /Use keyboard shortcuts/ });
  await choice.focus();
  await page.keyboard.press('Space');
  await expect(choice).not.toBeChecked();
  await expect(choice).toBeEnabled();
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('?');
  await page.keyboard.press('Control+k');
  await expect(palette).toBeVisible();
  await expect(sheet).toHaveCount(0);
  await page.keyboard.press('Escape');
  await choice.focus();
  await page.keyboard.press('Space');
  await expect(choice).toBeChecked();
  await expect(choice).toBeEnabled();
});

test('where there are no keys nothing speaks of them, and a cross closes the palette', async ({ page, isMobile }) => {
  await signIn(page, demo(), 'owner@demo.test');
  await openSideBar(page);
  await page.getByRole('button', { name: /^Search/ }).click();
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  await palette.getByRole('combobox').fill('s');
  await expect(palette.getByRole('option').first()).toBeVisible();
  await expect(palette.locator('kbd:visible')).toHaveCount(isMobile ? 0 : await palette.locator('kbd').count());
  await expect(palette.locator('kbd')).not.toHaveCount(0);
  const close = palette.getByRole('button', { name: 'Close' });
  if (isMobile) await close.click();
  else await page.keyboard.press('Escape');
  await expect(palette).toHaveCount(0);
  await openSideBar(page);
  await page.getByRole('button', { name: /profile menu/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Take the tour' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Keyboard shortcuts' })).toHaveCount(isMobile ? 0 : 1);
});

test('what is not saved is asked about before its screen is left, in whichever form of it', async ({ page }) => {
  await signIn(page, demo(), 'student@demo.test', '/dashboard/profile');
  const asked = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  const about = page.getByRole('textbox', { name: /^About you/ });
  const home = page.getByRole('textbox', { name: /^Where you live/ });
  const leave = async () => {
    await openSideBar(page);
    await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Orders' }).click();
  };
  await expect(about).toHaveCSS('unicode-bidi', 'plaintext');
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveCSS('unicode-bidi', 'plaintext');
  // Two forms of one screen: the card, and what the site asks of its members.
  await about.fill('Not kept.');
  await leave();
  await expect(asked).toContainText('About you');
  await expectNoBarriers(page, '.dialog');
  await asked.getByRole('button', { name: 'Stay' }).click();
  await expect(asked).toHaveCount(0);
  await expect(about).toHaveValue('Not kept.');
  await home.fill('Nowhere');
  await leave();
  await expect(asked).toContainText('Where you live');
  await expect(asked).toContainText('About you');
  await asked.getByRole('button', { name: 'Leave without saving' }).click();
  await expect(page).toHaveURL(`${demo()}/dashboard/orders`);
  // What is left is forgotten: the next screen is left unasked.
  await openSideBar(page);
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Courses' }).click();
  await expect(page).toHaveURL(`${demo()}/dashboard/courses`);
});

test('a picture that does not load leaves the initials', async ({ page }) => {
  await page.route('**/avatars/**', (route) => route.fulfill({ status: 404, body: '' }));
  await signIn(page, demo(), 'student@demo.test');
  await openSideBar(page);
  const face = page.getByRole('button', { name: /profile menu/ }).locator('.av');
  await expect(face).toHaveAttribute('data-initials', /^\p{L}{1,2}$/u);
  await expect(face.locator('img')).toHaveCount(0);
});

test('where one device a person is allowed, the earlier one is told why and signed out', async ({ page, browser }, {
  project,
}) => {
  const allow = (wanted: string[]) => asService(page, 'accounts?slug=eq.demo', 'PATCH', { features: wanted });
  const features = ['lms', 'groups', 'appointments'];
  await page.goto(`${demo()}/login`);
  await allow([...features, 'single_session']);
  const other = await browser.newContext(project.use);
  try {
    const later = await other.newPage();
    // Begun at the beginning of a second, both sessions are of the same one: the later counts all the same.
    await expect.poll(() => Date.now() % 1000, { intervals: [20] }).toBeLessThan(100);
    await beginSession(page.context(), demo(), 'parent@demo.test');
    await beginSession(other, demo(), 'parent@demo.test');
    await page.goto(`${demo()}/dashboard`);
    await later.goto(`${demo()}/dashboard`);
    await expect(page.getByText('You signed in on another device', { exact: false })).toBeVisible();
    await expect(page).toHaveURL(`${demo()}/`);
    await page.goto(`${demo()}/dashboard`);
    await expect(page).toHaveURL(/\/login/);
    await expect(later.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  } finally {
    await allow(features);
    await other.close();
  }
});

test('the code of the menu’s screens is loaded while the dashboard rests, so that one opens without the network; not with data saver', async ({
  context,
  page,
  isMobile,
}) => {
  test.skip(isMobile, 'The same code is loaded in both windows.');
  const saving = await context.newPage();
  const prefetched: string[] = [];
  saving.on('request', (request) => /\/assets\/screen-files-/.test(request.url()) && prefetched.push(request.url()));
  await signIn(saving, demo(), 'owner@demo.test');
  await saving.waitForLoadState('networkidle');
  expect(prefetched).toEqual([]);
  await saving.close();

  await allowPrefetch(context);
  const listed = page.waitForRequest(/\/assets\/screen-files-/);
  const code = page.waitForResponse(/\/assets\/course-list-[^/]*\.js$/);
  await signIn(page, demo(), 'owner@demo.test');
  await listed;
  await (await code).finished();
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Instructor' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await context.setOffline(false);
});
