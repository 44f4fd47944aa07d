/** What the command palette finds; loaded with it alone. Written by `npm run features` from the files of the features: never edited. */

import type { RecordSource } from '#base/shared/record-source.ts';
import { records as couponsRecords } from './commerce/coupons/records.ts';
import { records as invoicesRecords } from './commerce/invoices/records.ts';
import { records as ordersRecords } from './commerce/orders/records.ts';
import { records as productsRecords } from './commerce/products/records.ts';
import { records as docsRecords } from './content/docs/records.ts';
import { records as pagesRecords } from './content/pages/records.ts';
import { records as postsRecords } from './content/posts/records.ts';
import { records as coursesRecords } from './learning/courses/records.ts';
import { records as affiliatesRecords } from './marketing/affiliates/records.ts';
import { records as formsRecords } from './marketing/forms/records.ts';
import { records as administrationRecords } from './platform/administration/records.ts';
import { records as membersRecords } from './platform/members/records.ts';
import { records as ticketsRecords } from './platform/tickets/records.ts';

// biome-ignore format: one a line
export const records: readonly RecordSource[] = [
  ...membersRecords,
  ...postsRecords,
  ...docsRecords,
  ...coursesRecords,
  ...productsRecords,
  ...couponsRecords,
  ...ordersRecords,
  ...invoicesRecords,
  ...affiliatesRecords,
  ...formsRecords,
  ...ticketsRecords,
  ...pagesRecords,
  ...administrationRecords,
];
