import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import type { Api, ApiEnv, ApiTools } from '#base/server/api.ts';
import { fromSql } from '#base/server/api.ts';
import { errorResponse } from '#base/server/http.ts';
import type { Job, Schedule } from '#base/server/jobs.ts';
import { factsOfRequest, recordRequestFacts } from '#base/server/security-events.ts';
import { AppError, errors } from '#base/shared/errors.ts';
import { jobs as orderJobs, schedules as orderSchedules } from '#features/commerce/orders/jobs.ts';
import { api as orders } from '#features/commerce/orders/server.ts';
import { schedules as mediaSchedules } from '#features/content/media/jobs.ts';
import { api as media } from '#features/content/media/server.ts';
import { schedules as pageSchedules } from '#features/content/pages/jobs.ts';
import { api as postComments } from '#features/content/posts/comments/server.ts';
import { schedules as postSchedules } from '#features/content/posts/jobs.ts';
import { schedules as searchSchedules } from '#features/content/search-index/jobs.ts';
import { api as apiKeys } from '#features/developers/api-keys/server.ts';
import { jobs as webhookJobs, schedules as webhookSchedules } from '#features/developers/webhooks/jobs.ts';
import { schedules as enrolmentSchedules } from '#features/learning/courses/enrolments/jobs.ts';
import { api as courses } from '#features/learning/courses/server.ts';
import { schedules as quizSchedules } from '#features/learning/quizzes/jobs.ts';
import { schedules as teachingSchedules } from '#features/learning/quizzes/teaching/jobs.ts';
import { jobs as contactJobs } from '#features/marketing/contacts/jobs.ts';
import { api as contacts } from '#features/marketing/contacts/server.ts';
import { api as formFiles } from '#features/marketing/forms/files/server.ts';
import { jobs as formJobs } from '#features/marketing/forms/jobs.ts';
import { api as forms } from '#features/marketing/forms/server.ts';
import { api as funnels } from '#features/marketing/funnels/server.ts';
import { schedules as accountSchedules } from '#features/platform/accounts/jobs.ts';
import { api as accounts } from '#features/platform/accounts/server.ts';
import { api as invoices } from '#features/platform/billing/invoices/server.ts';
import { jobs as billingJobs, schedules as billingSchedules } from '#features/platform/billing/jobs.ts';
import { api as billing } from '#features/platform/billing/server.ts';
import { jobs as domainJobs, schedules as domainSchedules } from '#features/platform/domains/jobs.ts';
import { api as domains } from '#features/platform/domains/server.ts';
import { schedules as eventSchedules } from '#features/platform/events/jobs.ts';
import { jobs as maintenanceJobs, schedules as maintenanceSchedules } from '#features/platform/maintenance/jobs.ts';
import { api as impersonation } from '#features/platform/members/acting/server.ts';
import { jobs as invitationJobs } from '#features/platform/members/invitations/jobs.ts';
import { jobs as memberJobs } from '#features/platform/members/jobs.ts';
import { api as signInProviders } from '#features/platform/members/providers/server.ts';
import { api as members } from '#features/platform/members/server.ts';
import {
  jobs as notificationJobs,
  schedules as notificationSchedules,
} from '#features/platform/notifications/channels/jobs.ts';
import { api as notificationWays } from '#features/platform/notifications/channels/server.ts';
import { api as options } from '#features/platform/options/server.ts';
import { schedules as planSchedules } from '#features/platform/plans/jobs.ts';
import { jobs as letterJobs, schedules as letterSchedules } from '#features/platform/reports/letters/jobs.ts';
import { api as reports } from '#features/platform/reports/server.ts';
import { schedules as visitSchedules } from '#features/platform/reports/visits/jobs.ts';
import { jobs as ticketJobs, schedules as ticketSchedules } from '#features/platform/tickets/jobs.ts';
import { api as tickets } from '#features/platform/tickets/server.ts';
import { jobs as siteChecks } from '#features/platform/tickets/site-checks/jobs.ts';

// In the order of `features/contents.ts`.
// biome-ignore format: one a line, so that two branches can add theirs
const apis: Api[] = [
  accounts,
  members,
  impersonation,
  signInProviders,
  options,
  notificationWays,
  postComments,
  domains,
  billing,
  invoices,
  courses,
  media,
  orders,
  funnels,
  contacts,
  forms,
  formFiles,
  reports,
  tickets,
  apiKeys,
];

/** Background jobs of all features. */
// biome-ignore format: one a line
export const jobs: Job[] = [
  ...maintenanceJobs,
  ...memberJobs,
  ...notificationJobs,
  ...domainJobs,
  ...invitationJobs,
  ...billingJobs,
  ...orderJobs,
  ...contactJobs,
  ...formJobs,
  ...letterJobs,
  ...ticketJobs,
  ...siteChecks,
  ...webhookJobs,
];

/** Schedules of all features. */
// biome-ignore format: one a line
export const schedules: Schedule[] = [
  ...accountSchedules,
  ...maintenanceSchedules,
  ...eventSchedules,
  ...mediaSchedules,
  ...notificationSchedules,
  ...postSchedules,
  ...domainSchedules,
  ...planSchedules,
  ...letterSchedules,
  ...visitSchedules,
  ...searchSchedules,
  ...enrolmentSchedules,
  ...orderSchedules,
  ...billingSchedules,
  ...quizSchedules,
  ...teachingSchedules,
  ...pageSchedules,
  ...ticketSchedules,
  ...webhookSchedules,
];

/** The router of all `/api` handlers. */
export function createApi(tools: ApiTools): Hono<ApiEnv> {
  const router = new Hono<ApiEnv>();
  router.use(async (context, next) => {
    const { account, caller, address, network, origin, isEncrypted } = context.env;
    context.set('account', account);
    context.set('caller', caller);
    context.set('address', address);
    context.set('network', network);
    context.set('origin', origin);
    context.set('isEncrypted', isEncrypted);
    const { sub, act } = caller.claims as { sub?: string; act?: { sub?: string } };
    recordRequestFacts(context.req.raw, { person: sub, actor: act?.sub });
    await next();
  });
  for (const api of apis) api(router, tools);
  router.notFound(() => errorResponse(errors.notFound()));
  router.onError((raw, context) => {
    const error = fromSql(raw);
    if (error instanceof AppError) return errorResponse(error);
    const id = randomUUID();
    const { account, address } = context.env;
    const { person, actor } = factsOfRequest(context.req.raw);
    const facts = { account: account.account_id, person, actor, address, path: context.req.path };
    tools.log.error({ err: error, id, ...facts }, 'A request failed.');
    return errorResponse(
      new AppError(500, 'internal', `Something went wrong on our side. Tell support this number: ${id}.`, {
        headers: { 'x-error-id': id },
      }),
    );
  });
  return router;
}
