import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useSession } from '#base/browser/session.ts';
import { useSite } from '#base/browser/site.tsx';
import { guessedCountry } from '#base/shared/countries.ts';
import type { Db } from '#base/shared/db-client.ts';
import { needsSecondStep } from '#features/platform/members/components/second-step.ts';
import { paths } from '#paths';
import { type Draft, type FieldErrors, useDraft } from '#ui/fields/use-draft.ts';
import { cartStore } from '../components/cart-store.ts';
import { CheckoutError, placeOrder } from '../components/place-order.ts';
import { lastBuyer } from '../data.ts';
import type { CheckoutRequest } from '../schema.ts';

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
};

export type Checkout = {
  draft: Draft<CheckoutValues>;
  /** Whether a visitor has an account: they sign in before they see the rest. */
  hasAccount: boolean;
  setHasAccount: (hasAccount: boolean) => void;
  /** The signed-in user still needs the second factor; call `completeSecondFactor` after it. */
  needsSecondFactor: boolean;
  completeSecondFactor: () => void;
  /** A confirmation code was mailed and is needed before the order. */
  isAwaitingCode: boolean;
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

/** State of the checkout form, and its submit: sign-up or sign-in where needed, then the order. */
export function useCheckout(): Checkout {
  const { t } = useTranslation('orders');
  const site = useSite();
  const db = useDb();
  const { session } = useSession();
  const [hasAccount, setHasAccount] = useState(false);
  const [mailedTo, setMailedTo] = useState<string>();
  const [isPlacing, setPlacing] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const attempt = useRef({ fingerprint: '', key: '' });
  const [saved] = useState<CheckoutValues>(() => ({
    email: '',
    password: '',
    code: '',
    country: guessedCountry(navigator.languages),
    name: String(session?.user.user_metadata.display_name ?? ''),
    company: '',
    street: '',
    postcode: '',
    city: '',
    vat_number: '',
  }));
  const [needsSecondFactor, setNeedsSecondFactor] = useState(false);
  const isAwaitingCode = !session && mailedTo !== undefined;
  const validate = (values: CheckoutValues): FieldErrors<CheckoutValues> => ({
    email: session || EMAIL.test(values.email.trim()) ? undefined : t('checkout.errors.email'),
    password:
      session || isAwaitingCode || hasAccount || values.password.length >= 8
        ? undefined
        : t('checkout.errors.password'),
    code: !isAwaitingCode || /^\d{6,10}$/.test(values.code.trim()) ? undefined : t('checkout.errors.code'),
    country: values.country ? undefined : t('checkout.errors.country'),
    name: values.name.trim() ? undefined : t('checkout.errors.name'),
  });
  const draft = useDraft<CheckoutValues>({ saved, validate });
  const currentValues = useRef(draft.values);
  currentValues.current = draft.values;

  const { account_id } = site.account;
  const userId = session?.user.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each signed-in user; the values are read when the response arrives
  useEffect(() => {
    if (!userId) return setNeedsSecondFactor(false);
    let isMounted = true;
    const fill = (values: Partial<CheckoutValues>) => {
      for (const [name, value] of Object.entries(values) as [keyof CheckoutValues, string][])
        if (isMounted && value && currentValues.current[name] === saved[name]) draft.set(name, value);
    };
    fill({ name: String(session?.user.user_metadata.display_name ?? '') });
    void needsSecondStep(db).then((isNeeded) => isMounted && setNeedsSecondFactor(isNeeded));
    // An order without an address is filled in by hand.
    if (!needsSecondFactor)
      lastBuyer(db, account_id, userId).then(
        (last) => last && fill(last),
        () => {},
      );
    return () => {
      isMounted = false;
    };
  }, [userId, needsSecondFactor, db, account_id]);

  /** Signs the buyer up or confirms their code; returns whether somebody is signed in now. */
  async function ensureSignedIn(): Promise<boolean> {
    if (session) return true;
    const { email, password, name, code } = draft.values;
    if (mailedTo !== undefined) {
      const { error } = await db.auth.verifyOtp({ email: mailedTo, token: code.trim(), type: 'signup' });
      if (error) draft.setErrors({ code: error.code === 'otp_expired' ? t('checkout.errors.code') : error.message });
      return !error;
    }
    const outcome = await signUp(db, email.trim(), password, name.trim());
    if (outcome === 'in') return true;
    if (outcome === 'exists') {
      setHasAccount(true);
      draft.setErrors({ email: t('checkout.accountExists') });
    } else if (outcome === 'unconfirmed') setMailedTo(email.trim());
    else draft.setErrors({ password: outcome.message });
    return false;
  }

  function buildRequest(): CheckoutRequest {
    const { email: _email, password: _password, code: _code, name, ...address } = draft.values;
    const cart = cartStore.read();
    const content = {
      items: cart.cartItems.map(({ id, quantity }) => ({ product_id: id, quantity })),
      coupon: cart.coupon?.name ?? null,
      customer: { name },
      billing_address: address,
      locale: site.locale,
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
    const coupon = COUPON_ERRORS[error.code];
    if (coupon) {
      cartStore.setCoupon(null);
      setProblem(t(coupon));
      return;
    }
    const fields = Object.entries(error.fields).map(
      ([path, message]) => [path.split('.').at(-1) ?? path, message] as const,
    );
    draft.setErrors(Object.fromEntries(fields));
    setProblem(error.code === 'internal' ? t('checkout.failed') : error.message);
  }

  return {
    draft,
    hasAccount,
    setHasAccount,
    needsSecondFactor,
    completeSecondFactor: () => setNeedsSecondFactor(false),
    isAwaitingCode,
    isPlacing,
    problem,
    submit: async () => {
      setProblem(null);
      if (isPlacing || !draft.check()) return;
      setPlacing(true);
      try {
        if (!(await ensureSignedIn())) return setPlacing(false);
        const order = await placeOrder(db, buildRequest());
        cartStore.clear();
        location.assign(paths.thankYou(order.id));
      } catch (error) {
        showError(error);
        setPlacing(false);
      }
    },
  };
}

type SignUpResult = 'in' | 'exists' | 'unconfirmed' | { message: string };

async function signUp(db: Db, email: string, password: string, display_name: string): Promise<SignUpResult> {
  const { data, error } = await db.auth.signUp({
    email,
    password,
    options: { data: { display_name }, emailRedirectTo: location.href },
  });
  if (error)
    return error.code === 'user_already_exists' || error.code === 'email_exists'
      ? 'exists'
      : { message: error.message };
  if (data.session) return 'in';
  // If addresses must be confirmed, an existing one gets the same response as a new one, but without an identity.
  return data.user?.identities?.length === 0 ? 'exists' : 'unconfirmed';
}

/** Works also without a secure context, where `crypto.randomUUID` is missing. */
function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
