import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '#base/server/root.ts';
import type { Seed } from '#base/server/seeding.ts';

const readImage = (name: string) => readFile(join(root, 'src/features/platform/options/seed', name));

/** Seeds the options of the three sites. */
export const seed: Seed = async ({ sql, accounts, upload }) => {
  const save = (account: string, key: string, value: object) =>
    sql.query(
      `insert into public.options (account_id, key, value) values ($1, $2, $3)
       on conflict (account_id, key) do update set value = excluded.value`,
      [account, key, JSON.stringify(value)],
    );
  const icon = await upload(accounts.demo, 'public/icon.svg', await readImage('lumen-icon.svg'), 'image/svg+xml');
  const link = (id: string, label: string, item_url: string) => ({
    id,
    label,
    item_url,
    item_type: 'link',
    parent: null,
    children: [],
  });
  const links = (...pairs: [string, string][]) => pairs.map(([label, item_url]) => ({ label, item_url }));

  await save(accounts.demo, 'settings', {
    sitetitle: 'Lumen Academy',
    tagline: 'A school for looking',
    currency: 'EUR',
    defaultLanguage: 'en',
    icon,
    privacy_url: '/privacy',
    offline_instructions:
      'Transfer the total to IBAN DE02 1203 0000 0000 2020 51 and name your order number. We open the course the day it arrives.',
    notices: {
      header_notice:
        'The winter courses begin on 1 December, with a first lesson open to everyone. [See the courses](/course)',
      header_notice_start: '2026-01-01T00:00:00Z',
      header_notice_expire: '2027-12-31T00:00:00Z',
      enable_header_notice: true,
    },
  });
  await save(accounts.demo, 'theme', { preset: 'lumen', bodyStyle: 'wide' });
  await save(accounts.demo, 'header', { header_style: 'transparent', header_fix: 'fixed', header_fontsize: 15 });
  await save(accounts.demo, 'menus', {
    header: [
      {
        id: 'courses',
        label: 'Courses',
        item_url: '/course',
        item_type: 'megamenu',
        parent: null,
        children: [],
        mega_menu: {
          columnCount: 3,
          columns: [
            {
              content: {
                title: 'Begin',
                links: [
                  {
                    label: 'Light and exposure',
                    item_url: '/course/light-and-exposure',
                    text: 'Stop guessing, start choosing',
                  },
                  { label: 'Every course', item_url: '/course' },
                ],
              },
              colSpan: 1,
              rowSpan: 1,
            },
            {
              content: {
                title: 'Night sky',
                links: [
                  {
                    label: 'Astrophotography',
                    item_url: '/course/astrophotography-from-a-city-balcony',
                    text: 'Stars over street lamps',
                  },
                ],
              },
              colSpan: 1,
              rowSpan: 1,
            },
            {
              content: {
                title: 'Close up',
                links: [
                  { label: 'Microscopy at home', item_url: '/course/seeing-cells', text: 'Pond water and patience' },
                  { label: 'Macro botany', item_url: '/course/macro-botany', text: 'A summer herbarium' },
                ],
              },
              colSpan: 1,
              rowSpan: 1,
            },
          ],
        },
      },
      link('pricing', 'Membership', '/membership'),
      link('instructors', 'Instructors', '/instructors'),
      {
        ...link('journal', 'Journal', '/blog'),
        children: [link('journal-all', 'All stories', '/blog'), link('journal-about', 'About the school', '/about')],
      },
    ],
    mobile: [
      link('m-courses', 'Courses', '/course'),
      link('m-membership', 'Membership', '/membership'),
      link('m-journal', 'Journal', '/blog'),
      link('m-about', 'About', '/about'),
    ],
  });
  await save(accounts.demo, 'footer', {
    footer_style: 'ink',
    footer_columns: [
      {
        title: '',
        type: 'text',
        width: 4,
        data: 'A school for looking. Founded in Trieste in 2014, taught everywhere since 2019.',
      },
      { title: 'Learn', type: 'links', width: 3, data: links(['Courses', '/course'], ['Membership', '/membership']) },
      {
        title: 'Academy',
        type: 'links',
        width: 3,
        data: links(['Instructors', '/instructors'], ['Journal', '/blog'], ['About', '/about']),
      },
      { title: 'Help', type: 'links', width: 2, data: links(['Contact', '/contact'], ['Questions', '/faq']) },
    ],
    footer_bottom: '© 2026 Lumen Academy',
    footer_bottom_links: links(['Terms', '/terms'], ['Privacy', '/privacy']),
  });

  await save(accounts.atelier, 'settings', {
    sitetitle: 'Atelier',
    tagline: 'Draw, cut, print',
    currency: 'GBP',
    defaultLanguage: 'ar',
  });
  await save(accounts.atelier, 'theme', { preset: 'atelier', bodyStyle: 'boxed' });
  await save(accounts.atelier, 'menus', {
    header: [link('courses', 'الدورات', '/course'), link('about', 'عن المرسم', '/about')],
    mobile: [link('m-courses', 'الدورات', '/course'), link('m-about', 'عن المرسم', '/about')],
  });
  await save(accounts.atelier, 'footer', {
    footer_style: 'plain',
    footer_columns: [{ title: '', type: 'text', width: 12, data: 'مرسم صغير للرسم والطباعة اليدوية.' }],
    footer_bottom: '© 2026 Atelier',
    footer_bottom_links: [],
  });

  await save(accounts.platform, 'settings', {
    sitetitle: 'Stoa',
    tagline: 'Teach on a site of your own',
    currency: 'EUR',
    defaultLanguage: 'en',
    header_cart: false,
    privacy_url: '/privacy',
    social_picture: '/pictures/product/builder.webp',
  });
  await save(accounts.platform, 'menus', {
    header: [
      link('home', 'Home', '/'),
      link('product', 'Product', '/product'),
      link('use-cases', 'Use cases', '/use-cases'),
      link('features', 'Features', '/features'),
      link('pricing', 'Pricing', '/pricing'),
    ],
    mobile: [],
  });
  await save(accounts.platform, 'header', { header_style: 'plain', header_fix: 'fixed', header_fontsize: 15 });
  await save(accounts.platform, 'footer', {
    footer_style: 'ink',
    footer_columns: [
      { title: '', type: 'text', width: 4, data: 'Pages, courses, members and payments on a site of your own.' },
      {
        title: 'Product',
        type: 'links',
        width: 3,
        data: links(['What it is', '/product'], ['Features', '/features'], ['Pricing', '/pricing']),
      },
      { title: 'For whom', type: 'links', width: 3, data: links(['Use cases', '/use-cases'], ['About', '/about']) },
      { title: 'Account', type: 'links', width: 2, data: links(['Sign up', '/signup'], ['Log in', '/login']) },
    ],
    footer_bottom: '© 2026 Stoa',
    footer_bottom_links: links(['Privacy', '/privacy']),
  });
};
