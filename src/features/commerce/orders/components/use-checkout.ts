import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useSession } from '#base/browser/session.ts';
import { useAccount, useSite, useSiteBranding } from '#base/browser/site.tsx';
import type { PaymentProvider } from '#features/commerce/payments/rules.ts';
import { loginNameFrom } from '#features/platform/members/recovery/rules.ts';
import { paths } from '#paths';
import { untilLeft, useAction } from '#ui/fields/use-action.ts';
import type { Totals } from '../rules.ts';
import type { PlacedOrder } from '../schema.ts';
import { cartStore } from './cart-store.ts';
import { type CheckoutValues, useCheckoutFields } from './checkout-fields.ts';
import type { OrderAttempt } from './place-order.ts';
import { useKnownBuyer } from './use-known-buyer.ts';

export type Checkout = {
  fields: ReturnType<typeof useCheckoutFields>;
  /** What was typed before the form was last removed, and what is wrong with the address of an existing account. */
  typed: Partial<CheckoutValues> & { problem?: string };
  setTyped: (typed: Checkout['typed']) => void;
  /** Whether a visitor has an account: they sign in before they see the rest. */
  hasAccount: boolean;
  setHasAccount: (hasAccount: boolean) => void;
  /** The signed-in user still needs the second factor; call `completeSecondFactor` after it. */
  needsSecondFactor: boolean;
  completeSecondFactor: () => void;
  /** A confirmation code was mailed and is needed before the order. */
  isAwaitingCode: boolean;
  /** The buyer has not accepted the terms of the site yet: a new one, or a member from before there were terms. */
  needsTerms: boolean;
  /** Nobody who has nothing to pay is asked for an address. */
  needsAddress: boolean;
  /** The order was refused because the buyer has one with the same course that waits for its payment. */
  hasWaitingOrder: boolean;
  isPlacing: boolean;
  problem: string | null;
  submit: () => Promise<void>;
};

type Cart = { totals: Totals | null; needsAddress: boolean; refresh: () => void };

/**
 * State of the checkout form, and its submit: sign-up or sign-in where needed, then the order at the total that is shown. Where
 * that has changed meanwhile, `refresh` brings the cart up to date.
 */
export function useCheckout(cart: Cart): Checkout {
  const { t } = useTranslation('orders');
  const db = useDb();
  const { account_id } = useAccount();
  const { locale } = useSite();
  const { session } = useSession();
  const { doors } = useSiteBranding();
  const [hasAccount, setHasAccount] = useState(false);
  const [typed, setTyped] = useState<Checkout['typed']>({});
  const [mailedTo, setMailedTo] = useState<string>();
  const [hasAccepted, setHasAccepted] = useState<boolean | null>(null);
  const [needsSecondFactor, setNeedsSecondFactor] = useState(false);
  const isAwaitingCode = !session && mailedTo !== undefined;
  const { needsAddress } = cart;
  const needsTerms = doors.terms !== '' && (!session || hasAccepted === false);
  const fields = useCheckoutFields({ isSignedIn: Boolean(session), isAwaitingCode, needsAddress, needsTerms });

  useEffect(() => {
    // Whoever comes back from “Forgot your password?” has an account.
    const email = loginNameFrom(location.hash, doors.hasPhone);
    if (!email) return;
    setTyped((before) => ({ ...before, email }));
    setHasAccount(true);
    history.replaceState(history.state, '', location.pathname + location.search);
  }, [doors.hasPhone]);
  useKnownBuyer(fields.form, { needsSecondFactor, setNeedsSecondFactor, setHasAccepted });

  /** What is in the form, without a country that nobody chose. */
  const typedValues = (): CheckoutValues => {
    const values = fields.read();
    const country = fields.form.current?.elements.namedItem('country');
    const isGuess = country instanceof HTMLSelectElement && country.value === country.dataset.guess;
    return isGuess ? { ...values, country: '' } : values;
  };

  /** Signs the buyer up or confirms their code; returns whether somebody is signed in now. */
  async function signIn(values: CheckoutValues): Promise<boolean> {
    if (session) return true;
    const { confirmBuyer, signUpBuyer } = await import('./sign-up-buyer.ts');
    const result =
      mailedTo === undefined
        ? await signUpBuyer(db, values, { accountId: account_id, locale })
        : await confirmBuyer(db, t, mailedTo, values);
    if (result.is === 'failed') fields.showErrors(result.errors);
    else if (result.is === 'exists') {
      setTyped({ ...typedValues(), problem: t('checkout.accountExists') });
      setHasAccount(true);
    } else if (result.is === 'unconfirmed') setMailedTo(values.email.trim());
    return result.is === 'in';
  }
  const order = useOrder(cart, fields, { signIn, onTermsMissing: () => setHasAccepted(false) });

  return {
    ...order,
    fields,
    typed,
    setTyped,
    hasAccount,
    setHasAccount: (has) => {
      if (fields.form.current) setTyped(typedValues());
      setHasAccount(has);
    },
    needsSecondFactor,
    completeSecondFactor: () => setNeedsSecondFactor(false),
    isAwaitingCode,
    needsTerms,
    needsAddress,
  };
}

type OrderSteps = {
  /** Resolves to whether somebody is signed in. */
  signIn: (values: CheckoutValues) => Promise<boolean>;
  onTermsMissing: () => void;
};

/** Checks the fields and places the order, once at a time; shows why one was refused. */
function useOrder({ totals, refresh }: Cart, fields: Checkout['fields'], { signIn, onTermsMissing }: OrderSteps) {
  const { t } = useTranslation(['orders', 'members']);
  const site = useSite();
  const db = useDb();
  const { run, isRunning: isPlacing } = useAction();
  const [hasWaitingOrder, setHasWaitingOrder] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const attempt = useRef<OrderAttempt>({ fingerprint: '', key: '' });

  const chosenProvider = () =>
    (new FormData(fields.form.current ?? undefined).get('provider') as PaymentProvider | null) ?? 'offline';

  /** The page of the provider that was chosen, or the thanks, where the order can still be paid. */
  async function nextPage({ id, status }: PlacedOrder, provider: PaymentProvider): Promise<string> {
    if (status !== 'pending' || provider === 'offline') return paths.thankYou(id);
    const { beginPayment } = await import('#features/commerce/payments/components/payment-calls.ts');
    return beginPayment(db, `order:${id}`, provider).catch(() => paths.thankYou(id));
  }

  async function place(values: CheckoutValues): Promise<void> {
    const provider = chosenProvider();
    if (!(await signIn(values))) return;
    const { placeOrder } = await import('./place-order.ts');
    const response = await placeOrder(db, t, values, { totals, locale: site.locale, attempt, provider });
    if ('id' in response) {
      const next = await nextPage(response, provider);
      cartStore.clear();
      location.assign(next);
      return untilLeft();
    }
    setHasWaitingOrder(response.code === 'order_waiting');
    if (response.code === 'terms_not_accepted') onTermsMissing();
    if (response.code === 'total_changed') {
      refresh();
      fields.form.current?.dispatchEvent(new Event('change'));
      void import('./coupon-check.ts').then(({ refreshCoupon }) => refreshCoupon(site));
    }
    fields.showErrors(response.fields);
    setProblem(response.problem);
  }

  return {
    hasWaitingOrder,
    isPlacing,
    problem,
    submit: async () => {
      setProblem(null);
      setHasWaitingOrder(false);
      const values = isPlacing ? null : fields.check();
      if (values) await run(() => place(values).catch(() => setProblem(t('checkout.failed'))));
    },
  };
}
