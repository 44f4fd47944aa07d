import { useQuery } from '@tanstack/react-query';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { paymentQueries } from '#features/commerce/payments/data.ts';
import { beginSetup } from '#features/commerce/payments/methods/components/method-calls.ts';
import {
  isKeepingProvider,
  type KeepingProvider,
  keepingProviders,
} from '#features/commerce/payments/methods/rules.ts';
import { untilLeft } from '#ui/fields/use-action.ts';

/** Which providers of the shop keep a payment method, and the way to their page: for a subscription or for none. */
export function useSetup() {
  const db = useDb();
  const { account_id } = useAccount();
  const { data: options = [] } = useQuery(paymentQueries.options(db, account_id));
  return {
    offered: keepingProviders.filter((provider) => options.some((option) => option.provider === provider)),
    isTest: options.some(({ provider, is_test }) => is_test && isKeepingProvider(provider)),
    begin: async (provider: KeepingProvider, subscription_id?: string) => {
      const subject = subscription_id ? { subject: `subscription:${subscription_id}` } : {};
      location.assign(await beginSetup(db, { provider, ...subject }));
      await untilLeft();
    },
  };
}
