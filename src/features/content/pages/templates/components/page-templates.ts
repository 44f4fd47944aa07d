import type { PageTemplate } from '../rules.ts';
import { meetingPages } from './event-pages.ts';
import { tellingPages } from './info-pages.ts';
import { sellingPages } from './landing-pages.ts';

/** Page templates in the order they are offered. */
export const pageTemplates: readonly PageTemplate[] = [...sellingPages, ...tellingPages, ...meetingPages];
