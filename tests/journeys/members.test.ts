import { expect, type Page } from '@playwright/test';
import { generateSync } from 'otplib';
import { test } from './browser.ts';
import { mailTo } from './outbox.ts';
import { freshEmail, originOf, PASSWORD, signIn } from './people.ts';
import { expectNoBarriers } from './scan.ts';

const demo = () => originOf('demo');
const users = '/dashboard/manage/users';

/** Opens one of the screens of members, ready to be used, and looks for barriers. */
async function stand(page: Page, path: string, heading: string): Promise<void> {
  await page.goto(`${demo()}${path}`);
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  await expect(page.locator('[aria-busy="true"], .sk')).toHaveCount(0);
}

test('an owner makes a role and a field, imports a file, invites somebody who accepts, and looks at the site as them', async ({
  page,
  browser,
}) => {
  test.setTimeout(150_000);
  const id = crypto.randomUUID().slice(0, 8);
  const invited = freshEmail('ines');
  await signIn(page, demo(), 'owner@demo.test');

  await stand(page, `${users}/roles`, 'Roles');
  await page.getByRole('button', { name: 'New role' }).click();
  const role = page.getByRole('dialog', { name: 'New role' });
  await role.getByRole('textbox', { name: 'Name' }).fill(`Registrar ${id}`);
  await role.getByRole('checkbox', { name: 'Manage members' }).check({ force: true });
  await expectNoBarriers(page, '[role="dialog"]');
  await role.getByRole('button', { name: 'Save role' }).click();
  await expect(page.getByText(`The role “Registrar ${id}” was saved.`)).toBeVisible();

  await stand(page, `${users}/fields`, 'Profile fields');
  await page.getByRole('button', { name: 'New field' }).click();
  const field = page.getByRole('dialog', { name: 'New field' });
  await field.getByRole('textbox', { name: 'Question' }).fill(`Which camera ${id}?`);
  await expectNoBarriers(page, '[role="dialog"]');
  await field.getByRole('button', { name: 'Save field' }).click();
  await expect(page.getByText(`The field “Which camera ${id}?” was saved.`)).toBeVisible();

  await stand(page, `${users}/import`, 'Import');
  await page.locator('input[type="file"]').setInputFiles({
    name: `people-${id}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(`email,name\nnew-${id}@journeys.test,New Person\nowner@demo.test,Helena\nno address,Nobody\n`),
  });
  await page.getByRole('button', { name: 'Preview import' }).click();
  const trial = page.getByRole('table', { name: 'Preview of each row' });
  await expect(trial.getByRole('row')).toHaveText([
    /Row/,
    /Will be invited/,
    /Already a member/,
    /Invalid e-mail address/,
  ]);
  await expectNoBarriers(page);
  await page.getByRole('button', { name: 'Invite 1 person' }).click();
  await expect(page.getByText(`people-${id}.csv`)).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: id }).getByRole('button', { name: 'Report' })).toBeEnabled({
    timeout: 30_000,
  });

  await stand(page, users, 'Members');
  await page.getByRole('button', { name: 'Invite a member' }).click();
  const panel = page.getByRole('dialog', { name: 'Invite a member' });
  await panel.getByRole('textbox', { name: 'E-mail' }).fill(invited);
  await panel.getByRole('textbox', { name: 'Name' }).fill(`Ines ${id}`);
  await expectNoBarriers(page, '[role="dialog"]');
  await panel.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByText(`An invitation is on its way to ${invited}.`)).toBeVisible();
  await stand(page, `${users}/invitations`, 'Invitations');
  await expect(page.getByRole('row', { name: new RegExp(invited) })).toContainText('Pending');

  const link = await mailTo(invited, /http[^"<\s]*\/members\/invitation\?code=[0-9a-f]+/);
  const context = await browser.newContext();
  const guest = await context.newPage();
  await context.addCookies([{ name: 'lang', value: 'en', url: demo() }]);
  await guest.goto(link);
  await expect(guest.getByRole('heading', { name: 'You are invited to Lumen Academy' })).toBeVisible();
  await expectNoBarriers(guest);
  await guest.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await guest.getByRole('button', { name: 'Accept invitation' }).click();
  await expect(guest).toHaveURL(`${demo()}/dashboard`);
  // Opened again it invites nobody.
  await guest.goto(link);
  await expect(guest.getByRole('heading', { name: 'Invitation to Lumen Academy' })).toBeVisible();
  await expect(guest.getByText('This invitation was already accepted.')).toBeVisible();
  await context.close();

  await page.goto(`${demo()}${users}?q=${encodeURIComponent(invited)}`);
  const row = page.getByRole('row', { name: new RegExp(invited) });
  await row.getByRole('button', { name: `Actions for Ines ${id}` }).click();
  await page.getByRole('menuitem', { name: 'Impersonate' }).click();
  const dialog = page.getByRole('dialog', { name: `Impersonate Ines ${id}` });
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('They do not find their first course.');
  await dialog.getByRole('button', { name: 'Impersonate' }).click();
  const notice = page.getByRole('form', { name: 'Impersonation' });
  await expect(notice).toContainText(`You are signed in as Ines ${id}`);
  await expect(notice.getByText(/^Ends in (?:30|29) minutes$/)).toBeVisible();
  // The bar takes its room from the window: the foot of the side bar is still in it.
  await expect(page.getByRole('button', { name: /profile menu/ })).toBeInViewport({ ratio: 1 });
  await expectNoBarriers(page);
  // What is theirs alone is not offered: password, second step, passkeys, their data.
  await page.goto(`${demo()}/dashboard/profile`);
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeVisible();
  await expect(page.getByText('Not available while impersonating')).toBeVisible();
  await expect(page.getByLabel(/password/i)).toHaveCount(0);
  await expect(page.getByRole('button', { name: /passkey|Delete my account|Download a copy/ })).toHaveCount(0);
  await notice.getByRole('button', { name: 'Stop impersonating' }).click();
  await expect(page).toHaveURL(`${demo()}${users}`);
  await expect(notice).toBeHidden();

  // Once more, on a page without a framework: there it counts too, and at the end one is led back and told.
  await page.goto(`${demo()}${users}?q=${encodeURIComponent(invited)}`);
  await row.getByRole('button', { name: `Actions for Ines ${id}` }).click();
  await page.getByRole('menuitem', { name: 'Impersonate' }).click();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('They do not find their second course.');
  await dialog.getByRole('button', { name: 'Impersonate' }).click();
  await expect(notice).toBeVisible();
  await page.clock.install();
  await page.goto(`${demo()}/about`);
  const left = notice.locator('[data-acting-left]');
  await expect(left).toHaveText(/^Ends in \d\d minutes$/);
  const room = await left.boundingBox();
  await page.clock.fastForward(1_000 * 60 * (Number.parseInt((await left.innerText()).slice(8), 10) - 5));
  await expect(notice.getByRole('status')).toHaveText('Ends in 5 minutes');
  // A digit less moves nothing.
  expect(await left.boundingBox()).toEqual(room);
  await page.clock.fastForward('06:00');
  await expect(page).toHaveURL(`${demo()}${users}`);
  await expect(page.getByText('The 30 minutes are up. You are signed in as yourself again.')).toBeVisible();
  await expect(notice).toBeHidden();
});

test('a person sets up a second step and a passkey, and comes in by either', async ({ page, context }) => {
  test.setTimeout(120_000);
  const email = freshEmail('kito');
  const keys = await context.newCDPSession(page);
  await keys.send('WebAuthn.enable');
  await keys.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await context.addCookies([{ name: 'lang', value: 'en', url: demo() }]);
  await page.goto(`${demo()}/signup`);
  await page.getByRole('textbox', { name: 'Name' }).fill('Kito Mensah');
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(new RegExp(`^${demo()}/dashboard`));
  await stand(page, '/dashboard/profile', 'Your profile');

  await page.getByRole('button', { name: 'Add authenticator app' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add authenticator app' });
  // Signed up a moment ago, and asked all the same; once, for all that follows here.
  const asked = page.getByRole('dialog', { name: 'Confirm it is you' });
  await expectNoBarriers(page, '[role="dialog"]');
  await asked.getByLabel('Current password').fill('not the password');
  await asked.getByRole('button', { name: 'Confirm' }).click();
  await expect(asked.getByText('This is not your current password.')).toBeVisible();
  await asked.getByLabel('Current password').fill(PASSWORD);
  await asked.getByRole('button', { name: 'Confirm' }).click();
  await expect(asked).toHaveCount(0);
  const secret = (await dialog.locator('code').innerText()).replace(/\s/g, '');
  await expectNoBarriers(page, '[role="dialog"]');
  await dialog.getByRole('textbox', { name: 'Code' }).fill(generateSync({ secret }));
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Two-factor authentication is set up.')).toBeVisible();
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await expect(page.getByText('The passkey was added.')).toBeVisible();

  // By password the second step is owed; no code counts twice, so it is the one after.
  await leave(page);
  await page.goto(`${demo()}/login`);
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Two-factor authentication' })).toBeVisible();
  await expectNoBarriers(page);
  await page
    .getByRole('textbox', { name: 'Code' })
    .fill(generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + 30 }));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page).toHaveURL(`${demo()}/dashboard`);

  await leave(page);
  await page.goto(`${demo()}/login`);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page).toHaveURL(`${demo()}/dashboard`);
  await expect(page.getByRole('button', { name: /^Kito Mensah.*profile menu/ })).toBeVisible();

  // It confirms who is there, too, and has a name of its own afterwards.
  await stand(page, '/dashboard/profile', 'Your profile');
  await page.getByRole('button', { name: 'Rename Passkey' }).click();
  const rename = page.getByRole('dialog', { name: 'Rename Passkey' });
  await rename.getByRole('textbox', { name: 'Name' }).fill('Work laptop');
  await rename.getByRole('button', { name: 'Save name' }).click();
  await asked.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByText('The name was saved.')).toBeVisible();
  await expect(page.getByText('Work laptop')).toBeVisible();
});

async function leave(page: Page): Promise<void> {
  await page.getByRole('button', { name: /profile menu/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(`${demo()}/`);
}

test('an owner puts a name right, makes another owner and takes that back, and blocks somebody, who is told so', async ({
  page,
  browser,
}, { project }) => {
  const email = freshEmail('jonas');
  const theirs = await browser.newContext(project.use);
  const guest = await theirs.newPage();
  await guest.goto(`${demo()}/signup`);
  await guest.getByRole('textbox', { name: /^Name/ }).fill('Jonas Brnadt');
  await guest.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await guest.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await guest.getByRole('button', { name: /sign up|create/i }).click();
  await expect(guest).toHaveURL(`${demo()}/dashboard`);
  // They are in the room before anything is changed about them.
  await expect(guest.getByText(/^[1-9]\d* online$/)).toBeVisible();

  await signIn(page, demo(), 'owner@demo.test', `${users}?q=${encodeURIComponent(email)}`);
  // The row itself opens, by keyboard too.
  const row = page.getByRole('row', { name: new RegExp(email) });
  await row
    .getByRole('button', { name: /Jonas Brnadt/ })
    .first()
    .focus();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog');
  await panel.getByRole('textbox', { name: 'Name', exact: true }).fill('Jonas Brandt');
  await panel.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Your choice was saved.')).toBeVisible();
  await expect(panel.getByRole('heading', { name: 'Jonas Brandt' })).toBeVisible();
  for (const role of ['Site owner', 'Student']) {
    await panel
      .getByRole('button', { name: /^Role/ })
      .or(panel.getByLabel('Role', { exact: true }))
      .first()
      .click();
    await page.getByRole('option', { name: role, exact: true }).click();
    await expect(row.getByText(role, { exact: true })).toBeAttached();
    // Their open screen follows at once.
    await expect(guest.getByRole('navigation', { name: 'Manage' })).toHaveCount(role === 'Student' ? 0 : 1);
  }
  await expectNoBarriers(page, '[role="dialog"]');
  await panel.getByRole('button', { name: 'Block' }).click();
  await expect(page.getByText('Jonas Brandt was blocked.')).toBeVisible();
  await page.keyboard.press('Escape');
  // The owner of the account stays what they are: their row offers to look and nothing else.
  await page.goto(`${demo()}${users}?q=owner%40demo.test`);
  await expect(page.getByRole('row', { name: /owner@demo\.test/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Actions for/ })).toHaveCount(0);

  await expect(guest.getByRole('heading', { level: 1, name: 'Your access is blocked' })).toBeVisible();
  await guest.reload();
  await expect(guest.getByRole('heading', { level: 1, name: 'Your access is blocked' })).toBeVisible();
  await expectNoBarriers(guest);
  await expect(guest.getByRole('button', { name: /Join/ })).toHaveCount(0);
  await guest.getByRole('button', { name: 'Sign out' }).click();
  await expect(guest).toHaveURL(`${demo()}/`);
  await theirs.close();

  // Their sessions are ended from their row, too.
  await page.goto(`${demo()}${users}?q=${encodeURIComponent(email)}`);
  await page.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out everywhere on this site' }).click();
  const ending = page.getByRole('alertdialog', { name: 'Sign Jonas Brandt out?' });
  await expectNoBarriers(page, '[role="alertdialog"]');
  await ending.getByRole('button', { name: 'Sign out everywhere on this site' }).click();
  await expect(page.getByText('Jonas Brandt was signed out of this site.')).toBeVisible();

  // Before the team needs a second step its owner reads whom that shuts out, and is led to set up their own.
  await page.goto(`${demo()}${users}/roles`);
  await expect(page.getByText(/^Without two-factor authentication: \d+ of \d+\.$/)).toBeVisible();
  await expect(page.getByText('Set up two-factor authentication for yourself first.')).toBeVisible();
  await expectNoBarriers(page);
  await page.getByText('Require two-factor authentication for the team').click();
  const refused = page
    .getByRole('alertdialog')
    .filter({ hasText: 'Set up two-factor authentication for yourself first' });
  await refused.getByRole('button', { name: 'Set up two-factor authentication' }).click();
  await expect(page).toHaveURL(`${demo()}/dashboard/profile#second-step`);
});

test('the filters that every school is offered are named in the reader’s language, and one saved by its name', async ({
  page,
}) => {
  await signIn(page, demo(), 'owner@demo.test', users);
  const filters = page.getByRole('group', { name: 'Saved filters' });
  await filters.getByRole('button', { name: /^Has a parent/ }).click();
  await expect(page).toHaveURL(/parent=true/);
  // Nothing that was never saved is deleted.
  await expect(page.getByRole('button', { name: /^Delete the filter/ })).toHaveCount(0);
  await page.goto(`${demo()}${users}?status=active`);
  await page.getByRole('button', { name: 'Save this filter' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save this filter' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Active now');
  await dialog.getByRole('button', { name: 'Save filter' }).click();
  await expect(filters.getByRole('button', { name: /^Active now/ })).toBeVisible();

  await page.context().addCookies([{ name: 'lang', value: 'ar', url: demo() }]);
  await page.goto(`${demo()}${users}?status=active`);
  const inArabic = page.getByRole('group', { name: 'عوامل تصفية محفوظة' });
  await expect(inArabic.getByRole('button', { name: /^يتابعه وليّ أمر/ })).toBeVisible();
  await expect(inArabic.getByText('Active now')).toHaveAttribute('lang', 'en');
  await page.getByRole('button', { name: 'إزالة التصفية Active now' }).click();
  await expect(inArabic.getByText('Active now')).toHaveCount(0);
});
