import { meetingPages } from './meeting-pages.ts';
import { sellingPages } from './selling-pages.ts';
import { tellingPages } from './telling-pages.ts';
import type { PageTemplate } from './template-writing.ts';

/** The pages somebody may begin with, in the order they are offered. */
export const pageTemplates: readonly PageTemplate[] = [...sellingPages, ...tellingPages, ...meetingPages];
