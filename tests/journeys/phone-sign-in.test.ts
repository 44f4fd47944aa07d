import { expect, type Page } from '@playwright/test';
import { test } from './browser.ts';
import { originOf, PASSWORD, signIn } from './people.ts';
import { expectNoBarriers, expectNoSidewaysScroll } from './scan.ts';
import { makePhoneLogin } from './unbound-rows.ts';
import { readPage } from './visitor.ts';

const atelier = () => originOf('atelier');
const NEW_PASSWORD = 'a wholly new sentence';

/** A number nobody has signed up with. */
const freshNumber = () => `+49151${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`;

/** The code that was texted last to a number, as the outbox shows it; waited for. */
async function codeTo(phone: string): Promise<string> {
  let code = '';
  await expect
    .poll(async () => {
      const outbox = await readPage('localhost', '/dev/outbox');
      const [mine = ''] = outbox.split('<article').filter((text) => text.includes(`<b>${phone}</b>`));
      code = /<pre>(\d{6})\b/.exec(mine)?.[1] ?? '';
      return code;
    })
    .toBeTruthy();
  return code;
}

async function english(page: Page): Promise<void> {
  for (const url of [atelier(), originOf()]) await page.context().addCookies([{ name: 'lang', value: 'en', url }]);
}

async function offerPhones(owner: Page): Promise<void> {
  await owner.goto(`${atelier()}/dashboard/manage/site`);
  await owner.getByText('Phone number and password').click();
  const save = owner.getByRole('button', { name: /^Save/ });
  await save.click();
  await expect(save).toHaveCount(0);
}

test('an owner offers phone numbers, and somebody signs up by one, signs in by it, and sets a new password by a text', async ({
  page: owner,
  browser,
}, { project }) => {
  await signIn(owner, atelier(), 'owner@atelier.test');
  await offerPhones(owner);
  await expectNoBarriers(owner);

  const phone = freshNumber();
  const guest = await browser.newContext(project.use);
  const page = await guest.newPage();
  await english(page);
  await page.goto(`${atelier()}/signup`);
  const name = page.getByRole('textbox', { name: /^Name/ });
  const field = page.getByRole('textbox', { name: 'E-mail or phone number' });
  const password = page.getByLabel('Password', { exact: true });
  // What is wrong is marked together on sending, and later as soon as its field is left.
  await field.fill('nobody');
  await page.getByRole('button', { name: 'Create account' }).click();
  for (const wrong of [name, field, password]) await expect(wrong).toHaveAttribute('aria-invalid', 'true');
  await name.fill('Nora Phone');
  await password.fill(PASSWORD);
  for (const [typed, sentence] of [
    [phone.slice(3), 'Start the number with + and the country code'],
    [`+49 (0) ${phone.slice(3)}`, 'Leave out the zero in brackets'],
    ['nobody', 'Enter an e-mail address, or a phone number'],
  ] as const) {
    await field.fill(typed);
    await password.focus();
    await expect(page.getByText(sentence)).toBeVisible();
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(field).toBeFocused();
  }
  await expectNoBarriers(page);
  await expectNoSidewaysScroll(page);
  await field.fill(`${phone.slice(0, 3)} ${phone.slice(3, 6)} ${phone.slice(6)}`);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Check your phone' })).toBeVisible();
  const code = page.getByRole('textbox', { name: 'Code from the text message' });
  await expect(code).toBeFocused();
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(page.getByText(/You can request another code in \d+ s/)).toBeVisible();
  await expectNoBarriers(page);
  await expectNoSidewaysScroll(page);
  await code.fill('000000');
  await page.getByRole('button', { name: 'Continue with the code' }).click();
  await expect(page.getByText('This code is wrong or has expired.')).toBeVisible();
  await code.fill(await codeTo(phone));
  await page.getByRole('button', { name: 'Continue with the code' }).click();
  await expect(page).toHaveURL(`${atelier()}/dashboard`);
  await page.goto(`${atelier()}/dashboard/profile`);
  await expect(page.getByRole('textbox', { name: 'Number' })).toHaveValue(phone);
  await expect(page.getByText(/\b(?:null|undefined)\b/)).toHaveCount(0);
  await expectNoBarriers(page);
  await guest.close();

  const later = await browser.newContext(project.use);
  const door = await later.newPage();
  await english(door);
  await door.goto(`${atelier()}/login`);
  await door.getByRole('textbox', { name: 'E-mail or phone number' }).fill(phone);
  await door.getByLabel('Password', { exact: true }).fill('not this one');
  await door.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(door.getByText('Wrong phone number or password.')).toBeVisible();
  await door.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await door.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(door).toHaveURL(`${atelier()}/dashboard`);
  await later.close();

  // Somebody else, whose number was texted nothing in the last minute, and who is no member here.
  const other = freshNumber();
  await owner.goto(`${originOf()}/login`);
  await makePhoneLogin(owner, other, PASSWORD);
  const forgetful = await (await browser.newContext(project.use)).newPage();
  await english(forgetful);
  await forgetful.goto(`${atelier()}/login`);
  await forgetful.getByRole('textbox', { name: 'E-mail or phone number' }).fill(other);
  await forgetful.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(forgetful.getByRole('textbox', { name: 'E-mail or phone number' })).toHaveValue(other);
  await forgetful.getByRole('button', { name: 'Send', exact: true }).click();
  // The code is typed on the platform's host, in the school's dress.
  await expect(forgetful).toHaveURL((url) => url.origin === originOf() && url.pathname === '/login/reset-password');
  await expect(forgetful).toHaveTitle(/Atelier/);
  await expect(forgetful.getByText('an account without an e-mail address')).toBeVisible();
  await expectNoBarriers(forgetful);
  await expectNoSidewaysScroll(forgetful);
  await forgetful.getByRole('textbox', { name: /Code|رمز/ }).fill(await codeTo(other));
  await forgetful.getByRole('button', { name: 'Continue with the code' }).click();
  await forgetful.getByLabel('New password').fill(NEW_PASSWORD);
  await forgetful.getByRole('button', { name: 'Save password' }).click();
  await expect(forgetful.getByText('Your password was changed. Sign in with the new one.')).toBeVisible();
  await forgetful.getByRole('textbox', { name: 'E-mail or phone number' }).fill(other);
  await forgetful.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
  await forgetful.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(forgetful.getByRole('heading', { level: 1, name: /^Join/ })).toBeVisible();
  await expect(forgetful.getByText(`You are signed in as ${other}`)).toBeVisible();
  await forgetful.context().close();

  await offerPhones(owner);
  const last = await (await browser.newContext(project.use)).newPage();
  await english(last);
  await last.goto(`${atelier()}/login`);
  await expect(last.getByRole('textbox', { name: 'E-mail', exact: true })).toBeVisible();
  await last.context().close();
});
