import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SiteAccount } from '#base/shared/site.ts';
import { openWorld, type World } from '#tests/db/world.ts';
import { cardOf, createSocialCards, type SocialCards } from './social-cards.ts';

let world: World;
let cards: SocialCards;
let folder: string;
beforeAll(async () => {
  world = await openWorld();
  folder = mkdtempSync(join(tmpdir(), 'stoa-cards-'));
  cards = createSocialCards(world.database, folder);
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await world.close();
});

const page = (title: string, site = 'Lumen', dir = 'ltr') =>
  `<html lang="en" dir="${dir}"><head><meta property="og:title" content="${title}"/><meta property="og:site_name" content="${site}"/></head></html>`;
const request = (path: string, html: string | null = page('Why shade is blue')) =>
  cards({ account_id: world.demo } as SiteAccount, path, async () => html);

/** How far from the left the ink of a card's upper part lies on average, from 0 to 1. */
async function middleOf(response: Response | null): Promise<number> {
  const picture = sharp(Buffer.from((await response?.arrayBuffer()) ?? new ArrayBuffer(0)));
  const { data, info } = await picture
    .extract({ left: 0, top: 0, width: 1200, height: 400 })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  let sum = 0;
  let count = 0;
  for (let at = 0; at < data.length; at += info.channels)
    if ((data[at] ?? 255) < 128) {
      sum += (at / info.channels) % info.width;
      count += 1;
    }
  return sum / count / info.width;
}

describe('the card of a page', () => {
  test('is a picture of its title in the form social networks ask for', async () => {
    const response = await request('/site/social/blog/why.png');
    expect(response?.headers.get('content-type')).toBe('image/png');
    const { width, height, format } = await sharp(
      Buffer.from((await response?.arrayBuffer()) ?? new ArrayBuffer(0)),
    ).metadata();
    expect([width, height, format]).toEqual([1200, 630, 'png']);
  });

  test('begins where its language begins', async () => {
    expect(await middleOf(await request('/site/social/a.png', page('Shade')))).toBeLessThan(0.4);
    expect(await middleOf(await request('/site/social/a.png', page('الظل', 'أتولييه', 'rtl')))).toBeGreaterThan(0.6);
  });

  test('is drawn once, and anew in other words or other colours', async () => {
    const markOf = async (html?: string) => (await request('/site/social/b.png', html))?.headers.get('etag');
    const first = await markOf();
    expect(await markOf()).toBe(first);
    const account = { account_id: world.demo } as SiteAccount;
    const again = await cards(account, '/site/social/b.png', async () => page('Why shade is blue'), first);
    expect([again?.status, again?.body]).toEqual([304, null]);
    expect(await markOf(page('Why shade is green'))).not.toBe(first);
    await world.sql.query(
      `update public.options set value = jsonb_set(value, '{light}', '{"--color-primary": "#224466"}') where account_id = $1 and key = 'theme'`,
      [world.demo],
    );
    expect(await markOf()).not.toBe(first);
  });

  test.each([
    ['of a page that is none', '/site/social/nowhere.png', null],
    ['of a page without a title', '/site/social/a.png', '<html></html>'],
    ['of another form', '/site/social/a.svg', page('Shade')],
    ['of nothing', '/site/social/.png', page('Shade')],
  ])('%s there is not', async (_, path, html) => {
    expect(await request(path, html)).toBeNull();
  });

  test('with a title as long as there can be is still a card, whatever its letters', async () => {
    const title = `${'Wortungetüm '.repeat(10)} &amp; ${'لماذا '.repeat(8)} ☀️ なぜ`;
    expect((await request('/site/social/long.png', page(title)))?.status).toBe(200);
  });
});

test('a card says the title without the site’s name behind it, as a reader reads it', () => {
  const html = page('Light &amp; &quot;shade&quot; · Lumen &amp; Co', 'Lumen &amp; Co', 'rtl');
  expect(cardOf(html, {})).toEqual({ title: 'Light & "shade"', site: 'Lumen & Co', isRtl: true, theme: {} });
});
