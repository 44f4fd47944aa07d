import type { PageTemplate } from '../rules.ts';
import { meetingPages } from './meeting-pages.ts';
import { sellingPages } from './selling-pages.ts';
import { tellingPages } from './telling-pages.ts';

/** Page templates in the order they are offered. */
export const pageTemplates: readonly PageTemplate[] = [...sellingPages, ...tellingPages, ...meetingPages];
