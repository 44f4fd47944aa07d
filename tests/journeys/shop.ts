import { expect, type Page } from '@playwright/test';
import { originOf, PASSWORD } from './people.ts';

/** The course the stories are told about: paid, and complete enough to learn from. */
export const COURSE = { title: 'Light and exposure', slug: 'light-and-exposure' };

/** From the course's own page into the cart, as a visitor goes. */
export async function putIntoCart(page: Page): Promise<void> {
  await page.goto(`${originOf('demo')}/course/${COURSE.slug}`);
  await page.getByRole('link', { name: 'Add to cart' }).first().click();
  await expect(page.getByRole('link', { name: 'In your cart: check out' }).first()).toBeVisible();
}

/** Fills in the checkout as somebody who is new here and places the order; a guest without a password. Answers its number. */
export async function placeOrder(
  page: Page,
  person: { name: string; email: string },
  password = PASSWORD,
): Promise<string> {
  await page.getByRole('textbox', { name: 'E-mail' }).fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  const country = page.getByRole('combobox', { name: 'Country' });
  await country.selectOption({ label: 'Portugal' });
  await expect(country).toHaveValue('PT');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(person.name);
  await page.getByRole('button', { name: /^Place order/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Thank you' })).toBeVisible();
  const heading = page.getByRole('heading', { name: /^Order #/ });
  await expect(heading).toBeVisible();
  return (await heading.innerText()).replace('Order #', '').trim();
}

/** Somebody new buys the course and waits for the bank transfer to arrive; they are signed in from then on. */
export async function buyCourse(page: Page, person: { name: string; email: string }): Promise<string> {
  await putIntoCart(page);
  await page.goto(`${originOf('demo')}/checkout`);
  return placeOrder(page, person);
}

/** The owner, signed in already, finds an order by its number and marks it paid. */
export async function markPaid(owner: Page, number: string): Promise<void> {
  await owner.goto(`${originOf('demo')}/dashboard/manage/ecommerce/orders`);
  await owner.getByRole('searchbox', { name: 'Search by number, name or e-mail' }).fill(number);
  await owner.getByRole('button', { name: `Open order #${number}`, exact: true }).click();
  const order = owner.getByRole('dialog', { name: `Order #${number}` });
  await order.getByRole('button', { name: 'Mark as paid' }).click();
  const question = owner.getByRole('alertdialog', { name: `Mark order #${number} as paid?` });
  await question.getByRole('button', { name: 'Mark as paid' }).click();
  await expect(owner.getByText(`Order #${number} is marked as paid.`)).toBeVisible();
}
