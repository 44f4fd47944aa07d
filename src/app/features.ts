import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import type { Api, ApiEnv, ApiTools } from '#base/server/api.ts';
import { fromSql } from '#base/server/api.ts';
import { refusal } from '#base/server/http.ts';
import type { Job, Schedule } from '#base/server/jobs.ts';
import { factsOfRequest, noteFacts } from '#base/server/security-events.ts';
import { AppError, refusals } from '#base/shared/errors.ts';
import { schedules as accountSchedules } from '#features/accounts/jobs.ts';
import { api as accounts } from '#features/accounts/server.ts';
import { api as apiKeys } from '#features/api-keys/server.ts';
import { api as invoices } from '#features/billing/invoices/server.ts';
import { jobs as billingJobs, schedules as billingSchedules } from '#features/billing/jobs.ts';
import { api as billing } from '#features/billing/server.ts';
import { jobs as contactJobs } from '#features/contacts/jobs.ts';
import { api as contacts } from '#features/contacts/server.ts';
import { schedules as enrolmentSchedules } from '#features/courses/enrolments/jobs.ts';
import { api as courses } from '#features/courses/server.ts';
import { jobs as domainJobs, schedules as domainSchedules } from '#features/domains/jobs.ts';
import { api as domains } from '#features/domains/server.ts';
import { api as formFiles } from '#features/forms/files/server.ts';
import { jobs as formJobs } from '#features/forms/jobs.ts';
import { api as forms } from '#features/forms/server.ts';
import { api as funnels } from '#features/funnels/server.ts';
import { jobs as maintenanceJobs, schedules as maintenanceSchedules } from '#features/maintenance/jobs.ts';
import { schedules as mediaSchedules } from '#features/media/jobs.ts';
import { api as media } from '#features/media/server.ts';
import { api as acting } from '#features/members/acting/server.ts';
import { jobs as invitationJobs } from '#features/members/invitations/jobs.ts';
import { jobs as memberJobs } from '#features/members/jobs.ts';
import { api as signInProviders } from '#features/members/providers/server.ts';
import { api as members } from '#features/members/server.ts';
import { jobs as notificationJobs, schedules as notificationSchedules } from '#features/notifications/ways/jobs.ts';
import { api as notificationWays } from '#features/notifications/ways/server.ts';
import { api as options } from '#features/options/server.ts';
import { jobs as orderJobs, schedules as orderSchedules } from '#features/orders/jobs.ts';
import { api as orders } from '#features/orders/server.ts';
import { schedules as pageSchedules } from '#features/pages/jobs.ts';
import { schedules as planSchedules } from '#features/plans/jobs.ts';
import { api as postComments } from '#features/posts/comments/server.ts';
import { schedules as postSchedules } from '#features/posts/jobs.ts';
import { schedules as quizSchedules } from '#features/quizzes/jobs.ts';
import { schedules as teachingSchedules } from '#features/quizzes/teaching/jobs.ts';
import { jobs as letterJobs, schedules as letterSchedules } from '#features/reports/letters/jobs.ts';
import { api as reports } from '#features/reports/server.ts';
import { schedules as visitSchedules } from '#features/reports/visits/jobs.ts';
import { jobs as ticketJobs, schedules as ticketSchedules } from '#features/tickets/jobs.ts';
import { api as tickets } from '#features/tickets/server.ts';
import { jobs as siteChecks } from '#features/tickets/site-checks/jobs.ts';
import { jobs as webhookJobs, schedules as webhookSchedules } from '#features/webhooks/jobs.ts';

// Each in the order of the list of features.
// biome-ignore format: one a line, so that two branches can add theirs
const apis: Api[] = [
  accounts,
  members,
  acting,
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

/** Who works on which queue, over all features. */
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

/** What is done by the clock, over all features. */
// biome-ignore format: one a line
export const schedules: Schedule[] = [
  ...accountSchedules,
  ...maintenanceSchedules,
  ...mediaSchedules,
  ...notificationSchedules,
  ...postSchedules,
  ...domainSchedules,
  ...planSchedules,
  ...letterSchedules,
  ...visitSchedules,
  ...enrolmentSchedules,
  ...orderSchedules,
  ...billingSchedules,
  ...quizSchedules,
  ...teachingSchedules,
  ...pageSchedules,
  ...ticketSchedules,
  ...webhookSchedules,
];

/** Every `/api` address of every feature, in the order of the list. */
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
    noteFacts(context.req.raw, { person: sub, actor: act?.sub });
    await next();
  });
  for (const api of apis) api(router, tools);
  router.notFound(() => refusal(refusals.notFound()));
  router.onError((raw, context) => {
    const error = fromSql(raw);
    if (error instanceof AppError) return refusal(error);
    const id = randomUUID();
    const { account, address } = context.env;
    const { person, actor } = factsOfRequest(context.req.raw);
    const facts = { account: account.account_id, person, actor, address, path: context.req.path };
    tools.log.error({ err: error, id, ...facts }, 'A request failed.');
    return refusal(
      new AppError(500, 'internal', `Something went wrong on our side. Tell support this number: ${id}.`, {
        headers: { 'x-error-id': id },
      }),
    );
  });
  return router;
}
