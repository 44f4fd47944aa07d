import { z } from 'zod';
import { localeCodes } from '#base/shared/locales.ts';

const text = (max: number) => z.string().max(max).default('');
const address = z
  .string()
  .max(500)
  .regex(/^(?:https?:\/\/|\/|#|mailto:|tel:)?[^\s<>"]*$/, 'This is not a valid address.')
  .refine((value) => !/^\s*(?:javascript|data|vbscript):/i.test(value), 'This is not a valid address.');

/** A menu item; `mega_menu` is laid out in columns. A plain label has no `item_url`. */
export type MenuItem = {
  id: string;
  label: string;
  item_url: string;
  item_type: 'link' | 'megamenu' | 'label';
  parent: string | null;
  mega_menu?: {
    columnCount: number;
    columns: {
      content: { title: string; links: { label: string; item_url: string; text?: string }[] };
      colSpan: number;
      rowSpan: number;
    }[];
  };
  children: MenuItem[];
};

export const menuItem: z.ZodType<MenuItem> = z.lazy(() =>
  z.object({
    id: z.string().max(60).default(''),
    label: z.string().min(1, 'A menu entry needs a name.').max(80),
    item_url: address.default(''),
    item_type: z.enum(['link', 'megamenu', 'label']).default('link').catch('link'),
    parent: z.string().max(60).nullable().default(null),
    mega_menu: z
      .object({
        columnCount: z.number().int().min(1).max(6),
        columns: z
          .array(
            z.object({
              content: z.object({
                title: text(80),
                links: z
                  .array(
                    z.object({
                      label: z.string().min(1).max(80),
                      item_url: address,
                      text: z.string().max(160).optional(),
                    }),
                  )
                  .max(12),
              }),
              colSpan: z.number().int().min(1).max(6).default(1),
              rowSpan: z.number().int().min(1).max(4).default(1),
            }),
          )
          .max(6),
      })
      .optional(),
    children: z.array(menuItem).max(20).default([]),
  }),
);

/** Menu items are identified by id; items without one get an id from their position. */
function withNames(items: readonly MenuItem[], prefix = 'menu'): MenuItem[] {
  return items.map((item, at) => {
    const id = item.id || `${prefix}-${at}`;
    return { ...item, id, children: withNames(item.children, id) };
  });
}

const menu = z
  .array(menuItem)
  .max(30)
  .default([])
  .transform((items) => withNames(items));

/** An ISO 8601 timestamp; a number is one in milliseconds. */
const moment = z
  .union([
    z.string().max(40),
    z
      .number()
      .min(0)
      .max(8.64e15)
      .transform((milliseconds) => new Date(milliseconds).toISOString()),
  ])
  .nullable()
  .default(null);

export const settingsShape = z.object({
  sitetitle: z.string().max(80).default(''),
  tagline: text(160),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .default('EUR'),
  defaultLanguage: z.string().min(2).max(5).default('en'),
  /** IANA time zone name, e.g. `Europe/Berlin`; empty: the visitor's own. */
  timezone: text(60),
  plan: z.string().max(40).optional(),
  onboard: z.boolean().default(false),
  icon: text(500),
  logo: text(500),
  dark_logo: text(500),
  /** Width in units of 16 pixels; the default of 4 is 64 pixels. */
  logo_width: z.number().min(1).max(20).default(4),
  /** Open Graph image of pages without one of their own. */
  social_picture: text(500),
  /** Privacy policy URL, linked from the cookie banner and sign-up; no link without it. */
  privacy_url: address.default(''),
  /** Terms URL to be accepted at sign-up; without it nothing has to be accepted. */
  terms_url: address.default(''),
  /** Offers signing in by a mailed link besides the password. */
  magic_link: z.boolean().default(false),
  /** Allows phone number and password to sign in and up; only effective if text messages can be sent. */
  phone_password: z.boolean().default(false),
  header_darklight: z.boolean().default(true),
  header_search: z.boolean().default(true),
  header_cart: z.boolean().default(true),
  header_login: z.boolean().default(true),
  /** Shows what the pages say that posts and messages link to: the server reads them. */
  link_previews: z.boolean().default(true),
  offline_instructions: text(2000),
  notices: z
    .object({
      header_notice: text(400),
      header_notice_bg: text(60),
      header_notice_start: moment,
      header_notice_expire: moment,
      enable_header_notice: z.boolean().default(false),
      footer_notice: text(400),
      footer_notice_bg: text(60),
      enable_footer_notice: z.boolean().default(false),
    })
    .prefault({}),
});

export const menusShape = z.object({
  header: menu,
  mobile: menu,
});

export const headerShape = z.object({
  // "transparent or other" (specification, section 3): unknown values are the other.
  header_style: z.enum(['plain', 'transparent']).default('plain').catch('plain'),
  header_fix: z.enum(['static', 'fixed', 'scroll-hide']).default('static').catch('static'),
  header_fontsize: z.number().min(12).max(24).default(15),
});

export const footerShape = z.object({
  footer_style: z.enum(['plain', 'ink']).default('ink').catch('ink'),
  footer_columns: z
    .array(
      z.object({
        title: text(80),
        type: z.enum(['links', 'text']),
        width: z.number().int().min(1).max(12).default(3),
        data: z.union([
          z.string().max(2000),
          z.array(z.object({ label: z.string().min(1).max(80), item_url: address })).max(20),
        ]),
      }),
    )
    .max(6)
    .default([]),
  footer_bottom: text(200),
  footer_bottom_links: z
    .array(z.object({ label: z.string().min(1).max(80), item_url: address }))
    .max(12)
    .default([]),
});

const variable = z
  .string()
  .max(200)
  .regex(/^[^;{}<>\\]*$/, 'This is not a valid style value.');

const MAX_VARIABLES = 80;
const variables = z
  .record(z.string().regex(/^--[a-z0-9-]{1,60}$/), variable)
  .refine((record) => Object.keys(record).length <= MAX_VARIABLES, 'A theme can have at most 80 variables.')
  .default({});

export const themeShape = z.object({
  bodyStyle: z.enum(['wide', 'boxed']).default('wide').catch('wide'),
  preset: z.enum(['lumen', 'atelier', 'plain']).default('plain'),
  /** Values that differ from the preset's, by CSS variable; `dark` applies in dark and night, `night` in night only. */
  light: variables,
  dark: variables,
  night: variables,
});

export const miscShape = z.object({
  scripts: z
    .array(
      z.object({
        src: z
          .string()
          .max(500)
          .regex(/^https:\/\/\S+$/, 'Enter a full URL that starts with https://.'),
      }),
    )
    .max(10)
    .default([]),
  /** Measurement id of the analytics tag, which is loaded after consent to all cookies. */
  analytics_id: z
    .string()
    .regex(/^(?:G|GT|AW|DC)-[A-Z0-9]{4,20}$/, 'Enter an ID such as G-ABC123DEF4.')
    .or(z.literal(''))
    .default(''),
});

export const optionShapes = {
  settings: settingsShape,
  menus: menusShape,
  header: headerShape,
  footer: footerShape,
  theme: themeShape,
  misc: miscShape,
} as const;

export type OptionKey = keyof typeof optionShapes;
export type Settings = z.infer<typeof settingsShape>;
export type Menus = z.infer<typeof menusShape>;
export type HeaderOption = z.infer<typeof headerShape>;
export type FooterOption = z.infer<typeof footerShape>;
export type ThemeOption = z.infer<typeof themeShape>;
export type MiscOption = z.infer<typeof miscShape>;

/** Preview request: a page of the site and the unsaved options to render it with. */
export const previewRequest = z.object({
  path: z
    .string()
    .max(500)
    .regex(/^\/(?!\/)[^\s?#\\]*$/, 'This is not a path of the site.'),
  lang: z.enum(localeCodes).catch('en'),
  options: z.object(optionShapes).partial().strict(),
});

/** The account comes from the host; an id in the request has to match it. */
export const defaultsRequest = z.object({
  account_id: z.string().max(64).nullish(),
  type: z.string().max(60).nullish(),
});

/** A path of the site without its leading slash; empty: the home page. */
export const cachePath = z
  .string()
  .max(500)
  .regex(/^[^\s?#]*$/);

export const cacheKey = z.enum(
  ['getSiteOption-theme', 'getSiteOption-menus', 'getSiteOption-header', 'getSiteOption-footer', 'getSiteOption-misc'],
  'Name getSiteOption-theme, -menus, -header, -footer or -misc.',
);
