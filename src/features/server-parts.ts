/** The parts of all features that run on the server. Written by `npm run features` from the files of the features: never edited. */

import type { Api } from '#base/server/api.ts';
import type { Resource } from '#base/server/api-resource.ts';
import type { Subscriber } from '#base/server/event-dispatcher.ts';
import type { Attacher, Job, Schedule } from '#base/server/jobs.ts';
import type { Seed } from '#base/server/seeding.ts';
import { resources as couponsResources } from './commerce/coupons/resources.ts';
import { seed as couponsSeed } from './commerce/coupons/seed.ts';
import { jobs as fulfilmentJobs, schedules as fulfilmentSchedules } from './commerce/fulfilment/jobs.ts';
import { seed as fulfilmentSeed } from './commerce/fulfilment/seed.ts';
import { attachers as invoicesAttachers } from './commerce/invoices/jobs.ts';
import { resources as invoicesResources } from './commerce/invoices/resources.ts';
import { seed as invoicesSeed } from './commerce/invoices/seed.ts';
import { api as invoicesApi } from './commerce/invoices/server.ts';
import { schedules as ledgerSchedules } from './commerce/ledger/jobs.ts';
import { jobs as ordersCartsJobs, schedules as ordersCartsSchedules } from './commerce/orders/carts/jobs.ts';
import { api as ordersCartsApi } from './commerce/orders/carts/server.ts';
import { api as ordersGuestsApi } from './commerce/orders/guests/server.ts';
import { jobs as ordersJobs, schedules as ordersSchedules } from './commerce/orders/jobs.ts';
import { resources as ordersResources } from './commerce/orders/resources.ts';
import { seed as ordersSeed } from './commerce/orders/seed.ts';
import { api as ordersApi } from './commerce/orders/server.ts';
import { jobs as paymentsChargesJobs } from './commerce/payments/charges/jobs.ts';
import { jobs as paymentsJobs, schedules as paymentsSchedules } from './commerce/payments/jobs.ts';
import {
  jobs as paymentsMethodsJobs,
  schedules as paymentsMethodsSchedules,
} from './commerce/payments/methods/jobs.ts';
import { api as paymentsMethodsApi } from './commerce/payments/methods/server.ts';
import { jobs as paymentsProviderEventsJobs } from './commerce/payments/provider-events/jobs.ts';
import { schedules as paymentsReconciliationSchedules } from './commerce/payments/reconciliation/jobs.ts';
import { api as paymentsApi } from './commerce/payments/server.ts';
import { schedules as productsSchedules } from './commerce/products/jobs.ts';
import { resources as productsResources } from './commerce/products/resources.ts';
import { seed as productsSeed } from './commerce/products/seed.ts';
import { schedules as subscriptionsSchedules } from './commerce/subscriptions/jobs.ts';
import { seed as subscriptionsSeed } from './commerce/subscriptions/seed.ts';
import { seed as taxSeed } from './commerce/tax/seed.ts';
import { seed as docsSeed } from './content/docs/seed.ts';
import { schedules as mediaSchedules } from './content/media/jobs.ts';
import { seed as mediaSeed } from './content/media/seed.ts';
import { api as mediaApi } from './content/media/server.ts';
import { seed as pagesSeed } from './content/pages/seed.ts';
import { seed as postsCommentsSeed } from './content/posts/comments/seed.ts';
import { api as postsCommentsApi } from './content/posts/comments/server.ts';
import { seed as postsSeed } from './content/posts/seed.ts';
import { schedules as publishingSchedules } from './content/publishing/jobs.ts';
import { seed as redirectsSeed } from './content/redirects/seed.ts';
import { schedules as searchIndexSchedules } from './content/search-index/jobs.ts';
import { seed as apiKeysSeed } from './developers/api-keys/seed.ts';
import { api as apiKeysApi } from './developers/api-keys/server.ts';
import { jobs as webhooksJobs, schedules as webhooksSchedules } from './developers/webhooks/jobs.ts';
import { seed as webhooksSeed } from './developers/webhooks/seed.ts';
import { subscribers as webhooksSubscribers } from './developers/webhooks/subscribers.ts';
import { seed as activitySeed } from './engagement/activity/seed.ts';
import { schedules as gamificationSchedules } from './engagement/gamification/jobs.ts';
import { seed as gamificationSeed } from './engagement/gamification/seed.ts';
import { subscribers as gamificationSubscribers } from './engagement/gamification/subscribers.ts';
import { schedules as groupsSchedules } from './engagement/groups/jobs.ts';
import { seed as groupsSeed } from './engagement/groups/seed.ts';
import { subscribers as groupsSubscribers } from './engagement/groups/subscribers.ts';
import { schedules as messagesSchedules } from './engagement/messages/jobs.ts';
import { seed as messagesSeed } from './engagement/messages/seed.ts';
import { subscribers as messagesSubscribers } from './engagement/messages/subscribers.ts';
import { schedules as threadsSchedules } from './engagement/threads/jobs.ts';
import {
  jobs as threadsPreviewsJobs,
  schedules as threadsPreviewsSchedules,
} from './engagement/threads/previews/jobs.ts';
import { api as threadsApi } from './engagement/threads/server.ts';
import { subscribers as threadsSubscribers } from './engagement/threads/subscribers.ts';
import { schedules as assignmentsSchedules } from './learning/assignments/jobs.ts';
import { seed as assignmentsSeed } from './learning/assignments/seed.ts';
import { schedules as certificatesSchedules } from './learning/certificates/jobs.ts';
import { seed as certificatesSeed } from './learning/certificates/seed.ts';
import { api as certificatesApi } from './learning/certificates/server.ts';
import { schedules as coursesEnrolmentsSchedules } from './learning/courses/enrolments/jobs.ts';
import { resources as coursesResources } from './learning/courses/resources.ts';
import { api as coursesReviewsApi } from './learning/courses/reviews/server.ts';
import { seed as coursesSeed } from './learning/courses/seed.ts';
import { api as coursesApi } from './learning/courses/server.ts';
import { subscribers as coursesSubscribers } from './learning/courses/subscribers.ts';
import { seed as gradebookSeed } from './learning/gradebook/seed.ts';
import { subscribers as learnerReportsSubscribers } from './learning/learner-reports/subscribers.ts';
import { seed as openBadgesSeed } from './learning/open-badges/seed.ts';
import { api as openBadgesApi } from './learning/open-badges/server.ts';
import { schedules as quizzesSchedules } from './learning/quizzes/jobs.ts';
import { seed as quizzesSeed } from './learning/quizzes/seed.ts';
import { schedules as quizzesTeachingSchedules } from './learning/quizzes/teaching/jobs.ts';
import { jobs as affiliatesJobs, schedules as affiliatesSchedules } from './marketing/affiliates/jobs.ts';
import { api as affiliatesReferralsApi } from './marketing/affiliates/referrals/server.ts';
import { seed as affiliatesSeed } from './marketing/affiliates/seed.ts';
import { jobs as contactsJobs } from './marketing/contacts/jobs.ts';
import { seed as contactsSeed } from './marketing/contacts/seed.ts';
import { api as contactsApi } from './marketing/contacts/server.ts';
import { api as formsFilesApi } from './marketing/forms/files/server.ts';
import { jobs as formsJobs } from './marketing/forms/jobs.ts';
import { seed as formsSeed } from './marketing/forms/seed.ts';
import { api as formsApi } from './marketing/forms/server.ts';
import { seed as funnelsSeed } from './marketing/funnels/seed.ts';
import { api as funnelsApi } from './marketing/funnels/server.ts';
import { schedules as accountsSchedules } from './platform/accounts/jobs.ts';
import { seed as accountsSeed } from './platform/accounts/seed.ts';
import { api as accountsApi } from './platform/accounts/server.ts';
import { seed as administrationSeed } from './platform/administration/seed.ts';
import { api as billingInvoicesApi } from './platform/billing/invoices/server.ts';
import { jobs as billingJobs, schedules as billingSchedules } from './platform/billing/jobs.ts';
import { seed as billingSeed } from './platform/billing/seed.ts';
import { api as billingApi } from './platform/billing/server.ts';
import { jobs as domainsJobs, schedules as domainsSchedules } from './platform/domains/jobs.ts';
import { seed as domainsSeed } from './platform/domains/seed.ts';
import { api as domainsApi } from './platform/domains/server.ts';
import { schedules as eventsSchedules } from './platform/events/jobs.ts';
import { jobs as maintenanceJobs, schedules as maintenanceSchedules } from './platform/maintenance/jobs.ts';
import { api as membersActingApi } from './platform/members/acting/server.ts';
import { jobs as membersInvitationsJobs } from './platform/members/invitations/jobs.ts';
import { jobs as membersJobs } from './platform/members/jobs.ts';
import { api as membersProvidersApi } from './platform/members/providers/server.ts';
import { resources as membersResources } from './platform/members/resources.ts';
import { seed as membersSeed } from './platform/members/seed.ts';
import { api as membersApi } from './platform/members/server.ts';
import {
  jobs as notificationsChannelsJobs,
  schedules as notificationsChannelsSchedules,
} from './platform/notifications/channels/jobs.ts';
import { seed as notificationsChannelsSeed } from './platform/notifications/channels/seed.ts';
import { api as notificationsChannelsApi } from './platform/notifications/channels/server.ts';
import { seed as notificationsSeed } from './platform/notifications/seed.ts';
import { subscribers as notificationsSubscribers } from './platform/notifications/subscribers.ts';
import { seed as optionsSeed } from './platform/options/seed.ts';
import { api as optionsApi } from './platform/options/server.ts';
import { schedules as plansSchedules } from './platform/plans/jobs.ts';
import { seed as plansSeed } from './platform/plans/seed.ts';
import { jobs as reportsLettersJobs, schedules as reportsLettersSchedules } from './platform/reports/letters/jobs.ts';
import { seed as reportsLettersSeed } from './platform/reports/letters/seed.ts';
import { api as reportsApi } from './platform/reports/server.ts';
import { schedules as reportsVisitsSchedules } from './platform/reports/visits/jobs.ts';
import { seed as reportsVisitsSeed } from './platform/reports/visits/seed.ts';
import { jobs as ticketsJobs, schedules as ticketsSchedules } from './platform/tickets/jobs.ts';
import { seed as ticketsSeed } from './platform/tickets/seed.ts';
import { api as ticketsApi } from './platform/tickets/server.ts';
import { jobs as ticketsSiteChecksJobs } from './platform/tickets/site-checks/jobs.ts';

// biome-ignore format: one a line
export const seeds: Readonly<Record<string, Seed>> = {
  'platform/accounts': accountsSeed,
  'platform/members': membersSeed,
  'developers/api-keys': apiKeysSeed,
  'content/media': mediaSeed,
  'platform/options': optionsSeed,
  'platform/notifications': notificationsSeed,
  'platform/notifications/channels': notificationsChannelsSeed,
  'platform/plans': plansSeed,
  'platform/domains': domainsSeed,
  'content/redirects': redirectsSeed,
  'engagement/groups': groupsSeed,
  'engagement/messages': messagesSeed,
  'content/posts': postsSeed,
  'content/posts/comments': postsCommentsSeed,
  'content/docs': docsSeed,
  'learning/courses': coursesSeed,
  'learning/assignments': assignmentsSeed,
  'learning/quizzes': quizzesSeed,
  'learning/gradebook': gradebookSeed,
  'learning/certificates': certificatesSeed,
  'engagement/gamification': gamificationSeed,
  'learning/open-badges': openBadgesSeed,
  'engagement/activity': activitySeed,
  'commerce/tax': taxSeed,
  'commerce/products': productsSeed,
  'commerce/coupons': couponsSeed,
  'commerce/orders': ordersSeed,
  'commerce/invoices': invoicesSeed,
  'commerce/subscriptions': subscriptionsSeed,
  'commerce/fulfilment': fulfilmentSeed,
  'marketing/funnels': funnelsSeed,
  'marketing/contacts': contactsSeed,
  'marketing/affiliates': affiliatesSeed,
  'marketing/forms': formsSeed,
  'platform/reports/letters': reportsLettersSeed,
  'platform/reports/visits': reportsVisitsSeed,
  'platform/billing': billingSeed,
  'platform/tickets': ticketsSeed,
  'developers/webhooks': webhooksSeed,
  'content/pages': pagesSeed,
  'platform/administration': administrationSeed,
};

// biome-ignore format: one a line
export const apis: readonly Api[] = [
  accountsApi,
  membersApi,
  membersActingApi,
  membersProvidersApi,
  apiKeysApi,
  mediaApi,
  optionsApi,
  notificationsChannelsApi,
  domainsApi,
  threadsApi,
  postsCommentsApi,
  coursesApi,
  coursesReviewsApi,
  certificatesApi,
  openBadgesApi,
  paymentsApi,
  paymentsMethodsApi,
  ordersApi,
  ordersCartsApi,
  ordersGuestsApi,
  invoicesApi,
  funnelsApi,
  contactsApi,
  affiliatesReferralsApi,
  formsApi,
  formsFilesApi,
  reportsApi,
  billingApi,
  billingInvoicesApi,
  ticketsApi,
];

// biome-ignore format: one a line
export const resources: readonly Resource[] = [
  ...membersResources,
  ...coursesResources,
  ...productsResources,
  ...couponsResources,
  ...ordersResources,
  ...invoicesResources,
];

// biome-ignore format: one a line
export const jobs: readonly Job[] = [
  ...maintenanceJobs,
  ...membersJobs,
  ...membersInvitationsJobs,
  ...notificationsChannelsJobs,
  ...domainsJobs,
  ...threadsPreviewsJobs,
  ...paymentsJobs,
  ...paymentsChargesJobs,
  ...paymentsMethodsJobs,
  ...paymentsProviderEventsJobs,
  ...ordersJobs,
  ...ordersCartsJobs,
  ...fulfilmentJobs,
  ...contactsJobs,
  ...affiliatesJobs,
  ...formsJobs,
  ...reportsLettersJobs,
  ...billingJobs,
  ...ticketsJobs,
  ...ticketsSiteChecksJobs,
  ...webhooksJobs,
];

// biome-ignore format: one a line
export const schedules: readonly Schedule[] = [
  ...accountsSchedules,
  ...maintenanceSchedules,
  ...eventsSchedules,
  ...searchIndexSchedules,
  ...mediaSchedules,
  ...notificationsChannelsSchedules,
  ...plansSchedules,
  ...domainsSchedules,
  ...publishingSchedules,
  ...threadsSchedules,
  ...threadsPreviewsSchedules,
  ...groupsSchedules,
  ...messagesSchedules,
  ...coursesEnrolmentsSchedules,
  ...assignmentsSchedules,
  ...quizzesSchedules,
  ...quizzesTeachingSchedules,
  ...certificatesSchedules,
  ...gamificationSchedules,
  ...productsSchedules,
  ...ledgerSchedules,
  ...paymentsSchedules,
  ...paymentsMethodsSchedules,
  ...paymentsReconciliationSchedules,
  ...ordersSchedules,
  ...ordersCartsSchedules,
  ...subscriptionsSchedules,
  ...fulfilmentSchedules,
  ...affiliatesSchedules,
  ...reportsLettersSchedules,
  ...reportsVisitsSchedules,
  ...billingSchedules,
  ...ticketsSchedules,
  ...webhooksSchedules,
];

// biome-ignore format: one a line
export const attachers: readonly Attacher[] = [
  ...invoicesAttachers,
];

// biome-ignore format: one a line
export const subscribers: readonly Subscriber[] = [
  ...notificationsSubscribers,
  ...threadsSubscribers,
  ...groupsSubscribers,
  ...messagesSubscribers,
  ...coursesSubscribers,
  ...learnerReportsSubscribers,
  ...gamificationSubscribers,
  ...webhooksSubscribers,
];
