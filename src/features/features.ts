/** What every feature brings, as data. Written by `npm run features` from the files of the features: never edited. */

import type { Feature } from '#base/shared/feature.ts';
import { feature as couponsFeature } from './commerce/coupons/feature.ts';
import { feature as fulfilmentFeature } from './commerce/fulfilment/feature.ts';
import { feature as invoicesFeature } from './commerce/invoices/feature.ts';
import { feature as ledgerFeature } from './commerce/ledger/feature.ts';
import { feature as ordersFeature } from './commerce/orders/feature.ts';
import { feature as paymentsFeature } from './commerce/payments/feature.ts';
import { feature as productsFeature } from './commerce/products/feature.ts';
import { feature as shopFeature } from './commerce/shop/feature.ts';
import { feature as subscriptionsFeature } from './commerce/subscriptions/feature.ts';
import { feature as taxFeature } from './commerce/tax/feature.ts';
import { feature as docsFeature } from './content/docs/feature.ts';
import { feature as mediaFeature } from './content/media/feature.ts';
import { feature as pagesFeature } from './content/pages/feature.ts';
import { feature as postsFeature } from './content/posts/feature.ts';
import { feature as redirectsFeature } from './content/redirects/feature.ts';
import { feature as searchFeature } from './content/search/feature.ts';
import { feature as apiKeysFeature } from './developers/api-keys/feature.ts';
import { feature as webhooksFeature } from './developers/webhooks/feature.ts';
import { feature as activityFeature } from './engagement/activity/feature.ts';
import { feature as gamificationFeature } from './engagement/gamification/feature.ts';
import { feature as groupsFeature } from './engagement/groups/feature.ts';
import { feature as messagesFeature } from './engagement/messages/feature.ts';
import { feature as threadsFeature } from './engagement/threads/feature.ts';
import { feature as assignmentsFeature } from './learning/assignments/feature.ts';
import { feature as certificatesFeature } from './learning/certificates/feature.ts';
import { feature as coursesFeature } from './learning/courses/feature.ts';
import { feature as gradebookFeature } from './learning/gradebook/feature.ts';
import { feature as learnerReportsFeature } from './learning/learner-reports/feature.ts';
import { feature as openBadgesFeature } from './learning/open-badges/feature.ts';
import { feature as quizzesFeature } from './learning/quizzes/feature.ts';
import { feature as affiliatesFeature } from './marketing/affiliates/feature.ts';
import { feature as contactsFeature } from './marketing/contacts/feature.ts';
import { feature as formsFeature } from './marketing/forms/feature.ts';
import { feature as administrationFeature } from './platform/administration/feature.ts';
import { feature as billingFeature } from './platform/billing/feature.ts';
import { feature as domainsFeature } from './platform/domains/feature.ts';
import { feature as eventsFeature } from './platform/events/feature.ts';
import { feature as maintenanceFeature } from './platform/maintenance/feature.ts';
import { feature as membersFeature } from './platform/members/feature.ts';
import { feature as notificationsFeature } from './platform/notifications/feature.ts';
import { feature as optionsFeature } from './platform/options/feature.ts';
import { feature as reportsFeature } from './platform/reports/feature.ts';
import { feature as ticketsFeature } from './platform/tickets/feature.ts';

// biome-ignore format: one a line
export const features: readonly Feature[] = [
  maintenanceFeature,
  eventsFeature,
  membersFeature,
  apiKeysFeature,
  mediaFeature,
  optionsFeature,
  notificationsFeature,
  domainsFeature,
  redirectsFeature,
  threadsFeature,
  groupsFeature,
  messagesFeature,
  postsFeature,
  docsFeature,
  coursesFeature,
  assignmentsFeature,
  quizzesFeature,
  gradebookFeature,
  certificatesFeature,
  learnerReportsFeature,
  gamificationFeature,
  openBadgesFeature,
  activityFeature,
  taxFeature,
  productsFeature,
  couponsFeature,
  ledgerFeature,
  paymentsFeature,
  ordersFeature,
  invoicesFeature,
  subscriptionsFeature,
  fulfilmentFeature,
  shopFeature,
  contactsFeature,
  affiliatesFeature,
  formsFeature,
  reportsFeature,
  billingFeature,
  ticketsFeature,
  webhooksFeature,
  pagesFeature,
  searchFeature,
  administrationFeature,
];
