import { expect } from '@playwright/test';
import { test } from './browser.ts';
import { originOf, signIn } from './people.ts';
import { expectNoBarriers } from './scan.ts';

test('posts and documentation stand under addresses in the script of their titles, and are led on from former ones', async ({
  page,
  browser,
}) => {
  const origin = originOf('demo');
  const mark = crypto.randomUUID().slice(0, 6);
  const reader = await (await browser.newContext()).newPage();
  const metaOf = (name: string) => reader.locator(`meta[property="${name}"]`).getAttribute('content');
  const textAt = (path: string) => reader.evaluate(async (asked) => (await fetch(asked)).text(), path);
  const stands = async (place: string, slug: string, title: string) => {
    const path = `${place}/${encodeURIComponent(slug)}`;
    // Typed in as it is read, it is the same.
    for (const asked of [`${place}/${slug}`, path]) expect((await reader.goto(origin + asked))?.status()).toBe(200);
    await expect(reader.getByRole('heading', { level: 1, name: title })).toBeVisible();
    expect(await metaOf('og:url')).toBe(origin + path);
    await expect(reader.locator('link[rel="canonical"]')).toHaveAttribute('href', origin + path);
    await expect(reader.locator('link[hreflang="ar"]')).toHaveAttribute('href', `${origin + path}?lang=ar`);
    expect(await textAt('/sitemap.xml')).toContain(`<loc>${origin + path}</loc>`);
    if (place === '/blog')
      for (const feed of ['rss', 'atom']) expect(await textAt(`/blog/${feed}.xml`)).toContain(origin + path);
  };

  await signIn(page, origin, 'owner@demo.test', '/dashboard/post');
  const posts = [
    [`لماذا الظل أزرق؟ ${mark}`, `لماذا-الظل-أزرق-${mark}`],
    [`为什么影子是蓝色的？${mark}`, `为什么影子是蓝色的-${mark}`],
    [`छाया नीली क्यों है ${mark}`, `छाया-नीली-क्यों-है-${mark}`],
    [`🎉 Party ${mark}`, `🎉-party-${mark}`],
  ] as const;
  for (const [title, slug] of posts) {
    await page.goto(`${origin}/dashboard/post`);
    await page.getByRole('textbox').fill(title);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${origin}/dashboard/posts/${encodeURIComponent(slug)}`);
    await page.getByRole('button', { name: 'Publish post' }).click();
    await expect(page.getByText(`“${title}” is published.`)).toBeVisible();
    await stands('/blog', slug, title);
  }

  // Another address, in another script, for the last of them: shown as it is read, and led to from the former one.
  const [party, former] = posts[3];
  const moved = `عيد-${mark}`;
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Address' }).click();
  const dialog = page.getByRole('dialog', { name: 'Address' });
  const field = dialog.getByRole('textbox', { name: 'Last part of the address' });
  await expect(field).toHaveValue(former);
  await field.fill('…');
  await dialog.getByRole('button', { name: 'Change address' }).click();
  await expect(dialog.getByText('An address needs a letter, a number or an emoji.')).toBeVisible();
  await field.fill(`عيد ${mark}`);
  await expect(dialog.getByText(`/blog/${moved}`)).toBeVisible();
  await expectNoBarriers(page);
  await dialog.getByRole('button', { name: 'Change address' }).click();
  await expect(page).toHaveURL(`${origin}/dashboard/posts/${encodeURIComponent(moved)}`);
  await stands('/blog', moved, party);
  await reader.goto(`${origin}/blog/${encodeURIComponent(former)}`);
  await expect(reader).toHaveURL(`${origin}/blog/${encodeURIComponent(moved)}`);

  await page.goto(`${origin}/dashboard/docs`);
  await page.getByRole('button', { name: 'New page' }).first().click();
  const begin = page.getByRole('dialog', { name: 'New page' });
  await begin.getByRole('textbox').fill(`第一步 ${mark}`);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^Publish/ }).click();
  await expect(page.getByText(/is published|Published/).first()).toBeVisible();
  await stands('/docs', `第一步-${mark}`, `第一步 ${mark}`);
});
