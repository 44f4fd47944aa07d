import type { OptionKey } from '../schema.ts';

type Options = Partial<Record<OptionKey, object>>;

const link = (id: string, label: string, item_url: string) => ({
  id,
  label,
  item_url,
  item_type: 'link',
  parent: null,
  children: [],
});
const links = (...pairs: [string, string][]) => pairs.map(([label, item_url]) => ({ label, item_url }));
const linkColumn = (title: string, width: number, ...pairs: [string, string][]) => ({
  title,
  type: 'links',
  width,
  data: links(...pairs),
});
const textColumn = (width: number, data: string) => ({ title: '', type: 'text', width, data });
const menuColumn = (title: string, ...columnLinks: { label: string; item_url: string; text?: string }[]) => ({
  content: { title, links: columnLinks },
  colSpan: 1,
  rowSpan: 1,
});

const courseMenu = {
  ...link('courses', 'Courses', '/course'),
  item_type: 'megamenu',
  mega_menu: {
    columnCount: 3,
    columns: [
      menuColumn(
        'Begin',
        {
          label: 'Light and exposure',
          item_url: '/course/light-and-exposure',
          text: 'Stop guessing, start choosing',
        },
        { label: 'Every course', item_url: '/course' },
      ),
      menuColumn('Night sky', {
        label: 'Astrophotography',
        item_url: '/course/astrophotography-from-a-city-balcony',
        text: 'Stars over street lamps',
      }),
      menuColumn(
        'Close up',
        { label: 'Microscopy at home', item_url: '/course/seeing-cells', text: 'Pond water and patience' },
        { label: 'Macro botany', item_url: '/course/macro-botany', text: 'A summer herbarium' },
      ),
    ],
  },
};

/** Options of Lumen Academy, the demo's school. */
export const lumenOptions = {
  settings: {
    sitetitle: 'Lumen Academy',
    tagline: 'A school for looking',
    currency: 'EUR',
    defaultLanguage: 'en',
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
  },
  theme: { preset: 'lumen', bodyStyle: 'wide' },
  header: { header_style: 'transparent', header_fix: 'fixed', header_fontsize: 15 },
  menus: {
    header: [
      courseMenu,
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
  },
  footer: {
    footer_style: 'ink',
    footer_columns: [
      textColumn(4, 'A school for looking. Founded in Trieste in 2014, taught everywhere since 2019.'),
      linkColumn('Learn', 3, ['Courses', '/course'], ['Membership', '/membership']),
      linkColumn('Academy', 3, ['Instructors', '/instructors'], ['Journal', '/blog'], ['About', '/about']),
      linkColumn('Help', 2, ['Contact', '/contact'], ['Questions', '/faq']),
    ],
    footer_bottom: '© 2026 Lumen Academy',
    footer_bottom_links: links(['Terms', '/terms'], ['Privacy', '/privacy']),
  },
} satisfies Options;

/** Options of Atelier, a small site in Arabic. */
export const atelierOptions = {
  settings: { sitetitle: 'Atelier', tagline: 'Draw, cut, print', currency: 'GBP', defaultLanguage: 'ar' },
  theme: { preset: 'atelier', bodyStyle: 'boxed' },
  menus: {
    header: [link('courses', 'الدورات', '/course'), link('about', 'عن المرسم', '/about')],
    mobile: [link('m-courses', 'الدورات', '/course'), link('m-about', 'عن المرسم', '/about')],
  },
  footer: {
    footer_style: 'plain',
    footer_columns: [textColumn(12, 'مرسم صغير للرسم والطباعة اليدوية.')],
    footer_bottom: '© 2026 Atelier',
    footer_bottom_links: [],
  },
} satisfies Options;

/** Options of the platform's own site. */
export const platformOptions = {
  settings: {
    sitetitle: 'Stoa',
    tagline: 'Teach on a site of your own',
    currency: 'EUR',
    defaultLanguage: 'en',
    header_cart: false,
    privacy_url: '/privacy',
    social_picture: '/pictures/product/builder.webp',
  },
  menus: {
    header: [
      link('home', 'Home', '/'),
      link('product', 'Product', '/product'),
      link('use-cases', 'Use cases', '/use-cases'),
      link('features', 'Features', '/features'),
      link('pricing', 'Pricing', '/pricing'),
    ],
    mobile: [],
  },
  header: { header_style: 'plain', header_fix: 'fixed', header_fontsize: 15 },
  footer: {
    footer_style: 'ink',
    footer_columns: [
      textColumn(4, 'Pages, courses, members and payments on a site of your own.'),
      linkColumn('Product', 3, ['What it is', '/product'], ['Features', '/features'], ['Pricing', '/pricing']),
      linkColumn('For whom', 3, ['Use cases', '/use-cases'], ['About', '/about']),
      linkColumn('Account', 2, ['Sign up', '/signup'], ['Log in', '/login']),
    ],
    footer_bottom: '© 2026 Stoa',
    footer_bottom_links: links(['Privacy', '/privacy']),
  },
} satisfies Options;
