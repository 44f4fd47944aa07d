export type ServiceRoleCaller = {
  file: string;
  /** The named function around the call; a method as `Class.method` or `object.method`. */
  function: string;
  /** Why the caller's own rights can't do it. */
  reason: string;
};

/**
 * Who uses the service role, `database.asService()`, where row-level security does not hold. No number
 * bounds it; the reasons do. Whatever a caller's own rights could do stands nowhere here: it goes through `database.as(caller)`.
 */
export const serviceRoleCallers: ServiceRoleCaller[] = [
  {
    file: 'src/app/database/open-database.ts',
    function: 'migrateAt',
    reason: 'Migrations make and own what everyone else may only use.',
  },
  {
    file: 'src/backend/gateway/open-backend.ts',
    function: 'prepare',
    reason: 'Where the services run by themselves, they make their own schemas and roles.',
  },
  {
    file: 'src/backend/gateway/open-backend.ts',
    function: 'openBackend',
    reason: 'The same rows of sign-in and uploads where no product stands above.',
  },
  {
    file: 'src/app/start/runtime.ts',
    function: 'createRuntime',
    reason:
      'Which host is which account has to be known before anybody is known; sign-in and uploads write schemas that no client role may touch.',
  },
  {
    file: 'src/app/start/prepare-data.ts',
    function: 'prepareData',
    reason: 'The demo is seeded, and those who run the platform are named, before there is a person who could.',
  },
  {
    file: 'src/app/start/jobs.ts',
    function: 'startJobs',
    reason: 'Jobs and mails follow from rows long after their caller has gone.',
  },
  {
    file: 'src/base/server/worker.ts',
    function: 'startWorker',
    reason: 'The outbox of all accounts is moved to the queue by nobody in particular.',
  },
  {
    file: 'src/features/platform/billing/server.ts',
    function: 'hearMessage',
    reason: 'A signed message of a payment service comes without a person.',
  },
  {
    file: 'src/base/server/vat/check-vat-number.ts',
    function: 'checkVatNumber',
    reason: 'What the register answers about a VAT number is evidence, which no buyer may write.',
  },
  {
    file: 'src/features/commerce/payments/server.ts',
    function: 'serviceTools',
    reason:
      'A buyer pays with the keys of the shop, which no person may read; a signed message of a provider comes without a person.',
  },
  {
    file: 'src/features/commerce/payments/methods/server.ts',
    function: 'serviceTools',
    reason: 'A buyer keeps a payment method with the keys of the shop, which no person may read.',
  },
  {
    file: 'src/features/platform/members/server.ts',
    function: 'storedMails',
    reason: 'The outbox shows mails and texts to anyone on a machine of development; no client role may read them.',
  },
  {
    file: 'src/base/server/open-badges/issuer-keys.ts',
    function: 'issuerKeysOf',
    reason: 'The key an account signs badges with is read by nobody, and used for whoever asks for a badge.',
  },
];
