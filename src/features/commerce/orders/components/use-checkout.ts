import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useSession } from '#base/browser/session.ts';
import { useSite, useSiteBranding } from '#base/browser/site.tsx';
import { useAuthForm } from '#features/platform/members/components/auth-form.tsx';
import { needsSecondStep } from '#features/platform/members/components/second-step.ts';
import { loginNameFrom } from '#features/platform/members/recovery/data.ts';
import { paths } from '#paths';
import { untilLeft, useAction } from '#ui/fields/use-action.ts';
import type { Totals } from '../rules.ts';
import type { CheckoutRequest } from '../schema.ts';
import { cartStore } from './cart-store.ts';
import { CheckoutError, placeOrder } from './place-order.ts';

const NAMES = [
  'email',
  'password',
  'code',
  'country',
  'name',
  'company',
  'street',
  'postcode',
  'city',
  'vat_number',
  'accepts',
] as const;

export type CheckoutValues = {
  email: string;
  password: string;
  /** From the mail that confirms a sign-up. */
  code: string;
  country: string;
  name: string;
  company: string;
  street: string;
  postcode: string;
  city: string;
  vat_number: string;
  /** `yes` once the terms of the site are accepted. */
  accepts: string;
};

export type Checkout = {
  fields: ReturnType<typeof useAuthForm<keyof CheckoutValues>>;
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
  /** The order was refused because the buyer has one with the same course that waits for its payment. */
  hasWaitingOrder: boolean;
  isPlacing: boolean;
  problem: string | null;
  submit: () => Promise<void>;
};

const EMAIL = /^[^@\s]+@[^@\s]+\.[a-z]{2,}$/i;

/** The coupon errors of the checkout response, by the i18n key the cart shows. */
const COUPON_ERRORS: Record<string, string> = {
  coupon_limit: 'cart.couponLimit',
  coupon_unavailable: 'cart.couponUnavailable',
  coupon_expired: 'cart.couponExpired',
  coupon_unknown: 'cart.couponUnknown',
};

/**
 * State of the checkout form, and its submit: sign-up or sign-in where needed, then the order at the total that is shown. Where
 * that has changed meanwhile, `refresh` brings the cart up to date.
 */
export function useCheckout({ totals, refresh }: { totals: Totals | null; refresh: () => void }): Checkout {
  const { t } = useTranslation(['orders', 'members']);
  const site = useSite();
  const db = useDb();
  const { session } = useSession();
  const { doors } = useSiteBranding();
  const [hasAccount, setHasAccount] = useState(false);
  const [typed, setTyped] = useState<Checkout['typed']>({});
  const [mailedTo, setMailedTo] = useState<string>();
  const { run, isRunning: isPlacing } = useAction();
  const [hasAccepted, setHasAccepted] = useState<boolean | null>(null);
  const [hasWaitingOrder, setHasWaitingOrder] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const attempt = useRef({ fingerprint: '', key: '' });
  /** What was filled in for the buyer: only that is replaced by something better. */
  const filled = useRef<Partial<CheckoutValues>>({});
  const [needsSecondFactor, setNeedsSecondFactor] = useState(false);
  const isAwaitingCode = !session && mailedTo !== undefined;
  const needsTerms = doors.terms !== '' && (!session || hasAccepted === false);
  const fields = useAuthForm<keyof CheckoutValues>(NAMES, (values) => ({
    email: session || isAwaitingCode || EMAIL.test(values.email.trim()) ? undefined : t('checkout.errors.email'),
    password: session || isAwaitingCode || values.password.length >= 8 ? undefined : t('checkout.errors.password'),
    code: !isAwaitingCode || /^\d{6,10}$/.test(values.code.trim()) ? undefined : t('checkout.errors.code'),
    country: values.country ? undefined : t('checkout.errors.country'),
    name: values.name.trim() ? undefined : t('checkout.errors.name'),
    accepts: !needsTerms || values.accepts ? undefined : t('members:problem.accept'),
  }));

  useEffect(() => {
    // Whoever comes back from “Forgot your password?” has an account.
    const email = loginNameFrom(location.hash, doors.hasPhone);
    if (!email) return;
    setTyped((before) => ({ ...before, email }));
    setHasAccount(true);
    history.replaceState(history.state, '', location.pathname + location.search);
  }, [doors.hasPhone]);

  const { account_id } = site.account;
  const userId = session?.user.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each signed-in user; the values are read when the response arrives
  useEffect(() => {
    setHasAccepted(null);
    if (!userId) return setNeedsSecondFactor(false);
    let isMounted = true;
    const fill = (values: Partial<CheckoutValues>) => {
      for (const [name, value] of Object.entries(values) as [keyof CheckoutValues, string][]) {
        const field = fields.form.current?.elements.namedItem(name);
        const isField = field instanceof HTMLInputElement || field instanceof HTMLSelectElement;
        if (!isMounted || !value || !isField) continue;
        // A country is a guess until it is chosen.
        if (!['', filled.current[name], field.dataset.guess].includes(field.value)) continue;
        field.value = value;
        filled.current[name] = value;
      }
    };
    fill({ name: String(session?.user.user_metadata.display_name ?? '') });
    void needsSecondStep(db).then((isNeeded) => isMounted && setNeedsSecondFactor(isNeeded));
    if (doors.terms)
      import('#features/platform/members/data.ts')
        .then(({ hasAcceptedTerms }) => hasAcceptedTerms(db, account_id, userId))
        .then(
          (has) => isMounted && setHasAccepted(has),
          () => {},
        );
    // An order without an address is filled in by hand.
    if (!needsSecondFactor)
      import('../data.ts')
        .then(({ lastBuyer }) => lastBuyer(db, account_id, userId))
        .then(
          (last) => last && fill(last),
          () => {},
        );
    return () => {
      isMounted = false;
    };
  }, [userId, needsSecondFactor, db, account_id]);

  /** Signs the buyer up or confirms their code; returns whether somebody is signed in now. */
  async function ensureSignedIn(values: CheckoutValues): Promise<boolean> {
    if (session) return true;
    const { email, password, name, code, accepts } = values;
    if (mailedTo !== undefined) {
      const { error } = await db.auth.verifyOtp({ email: mailedTo, token: code.trim(), type: 'signup' });
      if (error) fields.showErrors({ code: error.code === 'otp_expired' ? t('checkout.errors.code') : error.message });
      return !error;
    }
    const { signUpBuyer } = await import('./sign-up-buyer.ts');
    const outcome = await signUpBuyer(db, email.trim(), password, {
      display_name: name.trim(),
      ...(accepts ? { accepts: account_id } : {}),
    });
    if (outcome === 'in') return true;
    if (outcome === 'exists') {
      setTyped({ ...values, problem: t('checkout.accountExists') });
      setHasAccount(true);
    } else if (outcome === 'unconfirmed') setMailedTo(email.trim());
    else fields.showErrors({ password: outcome.message });
    return false;
  }

  function buildRequest(values: CheckoutValues): CheckoutRequest {
    const { email: _email, password: _password, code: _code, name, accepts, ...address } = values;
    const cart = cartStore.read();
    const content = {
      items: cart.cartItems.map(({ id, quantity }) => ({ product_id: id, quantity })),
      coupon: cart.coupon?.name ?? null,
      customer: { name },
      billing_address: address,
      locale: site.locale,
      accepts: accepts !== '',
      ...(totals ? { shown: { total: totals.total, currency: totals.currency } } : {}),
    };
    // A retry of the same order keeps its idempotency key; a changed order gets a new one.
    const fingerprint = JSON.stringify(content);
    if (attempt.current.fingerprint !== fingerprint) attempt.current = { fingerprint, key: randomKey() };
    return { ...content, idempotency_key: attempt.current.key };
  }

  function showError(error: unknown): void {
    if (!(error instanceof CheckoutError)) {
      setProblem(t('checkout.failed'));
      return;
    }
    setHasWaitingOrder(error.code === 'order_waiting');
    if (error.code === 'terms_not_accepted') {
      setHasAccepted(false);
      fields.showErrors({ accepts: t('members:problem.accept') });
      return;
    }
    if (error.code === 'total_changed') void refreshCart();
    const coupon = COUPON_ERRORS[error.code];
    if (coupon) {
      cartStore.setCoupon(null);
      setProblem(t(coupon));
      return;
    }
    const problems = Object.entries(error.fields).map(
      ([path, message]) => [path.split('.').at(-1) ?? path, message] as const,
    );
    fields.showErrors(Object.fromEntries(problems));
    setProblem(error.code === 'internal' ? t('checkout.failed') : error.message);
  }

  /** The prices and the coupon as they are now. */
  async function refreshCart(): Promise<void> {
    refresh();
    const name = cartStore.read().coupon?.name;
    if (!name) return;
    const { checkTypedCoupon } = await import('./coupon-check.ts');
    const { coupon } = await checkTypedCoupon(site, name);
    cartStore.setCoupon(coupon);
  }

  async function place(values: CheckoutValues): Promise<void> {
    if (!(await ensureSignedIn(values))) return;
    const order = await placeOrder(db, buildRequest(values));
    cartStore.clear();
    location.assign(paths.thankYou(order.id));
    await untilLeft();
  }

  return {
    fields,
    typed,
    setTyped,
    hasAccount,
    setHasAccount: (has) => {
      if (fields.form.current) setTyped(fields.read());
      setHasAccount(has);
    },
    needsSecondFactor,
    completeSecondFactor: () => setNeedsSecondFactor(false),
    isAwaitingCode,
    needsTerms,
    hasWaitingOrder,
    isPlacing,
    problem,
    submit: async () => {
      setProblem(null);
      setHasWaitingOrder(false);
      const values = isPlacing ? null : fields.check();
      if (values) await run(() => place(values).catch(showError));
    },
  };
}

/** Works also without a secure context, where `crypto.randomUUID` is missing. */
function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
