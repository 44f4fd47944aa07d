import type { SiteTemplate } from '../rules.ts';
import { academySite } from './academy-site.ts';
import { bootcampSite } from './bootcamp-site.ts';
import { languageSite } from './language-site.ts';
import { photographerSite } from './photographer-site.ts';
import { universitySite } from './university-site.ts';
import { yogaSite } from './yoga-site.ts';

/** Site templates in the order they are offered. */
export const siteTemplates: readonly SiteTemplate[] = [
  academySite,
  photographerSite,
  yogaSite,
  languageSite,
  bootcampSite,
  universitySite,
];
