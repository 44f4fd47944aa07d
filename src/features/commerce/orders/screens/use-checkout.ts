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
  /** Of the mail that confirms a sign-up. */
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
  /** Whether a visitor says they have an account: they sign in before they see the rest. */
  isKnown: boolean;
  setKnown: (isKnown: boolean) => void;
  /** Who is signed in owes the second step; `passStep` once it was taken. */
  owesStep: boolean;
  passStep: () => void;
  /** A code was mailed and is asked for before the order. */
  isAwaitingCode: boolean;
  isPlacing: boolean;
  problem: string | null;
  submit: () => Promise<void>;
};

const EMAIL = /^[^@\s]+@[^@\s]+\.[a-z]{2,}$/i;

/** The coupon's refusals at the last moment, as the cart says them. */
const COUPON_REFUSALS: Record<string, string> = {
  coupon_limit: 'cart.couponLimit',
  coupon_unavailable: 'cart.couponUnavailable',
  coupon_expired: 'cart.couponExpired',
  coupon_unknown: 'cart.couponUnknown',
};

/** What the checkout asks for, and the way from there to an order: sign-up or sign-in where needed, then the order. */
export function useCheckout(): Checkout {
  const { t } = useTranslation('orders');
  const site = useSite();
  const db = useDb();
  const { session } = useSession();
  const [isKnown, setKnown] = useState(false);
  const [mailed, setMailed] = useState<string>();
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
  const [owesStep, setOwesStep] = useState(false);
  const isAwaitingCode = !session && mailed !== undefined;
  const validate = (values: CheckoutValues): FieldErrors<CheckoutValues> => ({
    email: session || EMAIL.test(values.email.trim()) ? undefined : t('checkout.errors.email'),
    password:
      session || isAwaitingCode || isKnown || values.password.length >= 8 ? undefined : t('checkout.errors.password'),
    code: !isAwaitingCode || /^\d{6,10}$/.test(values.code.trim()) ? undefined : t('checkout.errors.code'),
    country: values.country ? undefined : t('checkout.errors.country'),
    name: values.name.trim() ? undefined : t('checkout.errors.name'),
  });
  const draft = useDraft<CheckoutValues>({ saved, validate });
  const typed = useRef(draft.values);
  typed.current = draft.values;

  const { account_id } = site.account;
  const userId = session?.user.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each person who is signed in; what was typed is read when the answer is there
  useEffect(() => {
    if (!userId) return setOwesStep(false);
    let isHere = true;
    const fill = (values: Partial<CheckoutValues>) => {
      for (const [name, value] of Object.entries(values) as [keyof CheckoutValues, string][])
        if (isHere && value && typed.current[name] === saved[name]) draft.set(name, value);
    };
    fill({ name: String(session?.user.user_metadata.display_name ?? '') });
    void needsSecondStep(db).then((owes) => isHere && setOwesStep(owes));
    // Whose address does not come types it.
    if (!owesStep)
      lastBuyer(db, account_id, userId).then(
        (last) => last && fill(last),
        () => {},
      );
    return () => {
      isHere = false;
    };
  }, [userId, owesStep, db, account_id]);

  /** Answers whether somebody is signed in now. */
  async function enter(): Promise<boolean> {
    if (session) return true;
    const { email, password, name, code } = draft.values;
    if (mailed !== undefined) {
      const { error } = await db.auth.verifyOtp({ email: mailed, token: code.trim(), type: 'signup' });
      if (error) draft.setErrors({ code: error.code === 'otp_expired' ? t('checkout.errors.code') : error.message });
      return !error;
    }
    const outcome = await signUp(db, email.trim(), password, name.trim());
    if (outcome === 'in') return true;
    if (outcome === 'exists') {
      setKnown(true);
      draft.setErrors({ email: t('checkout.accountExists') });
    } else if (outcome === 'unconfirmed') setMailed(email.trim());
    else draft.setErrors({ password: outcome.message });
    return false;
  }

  function requestOf(): CheckoutRequest {
    const { email: _email, password: _password, code: _code, name, ...address } = draft.values;
    const cart = cartStore.read();
    const content = {
      items: cart.cartItems.map(({ id, quantity }) => ({ product_id: id, quantity })),
      coupon: cart.coupon?.name ?? null,
      customer: { name },
      billing_address: address,
      locale: site.locale,
    };
    // The same order sent twice is one order; a changed one is another.
    const fingerprint = JSON.stringify(content);
    if (attempt.current.fingerprint !== fingerprint) attempt.current = { fingerprint, key: randomKey() };
    return { ...content, idempotency_key: attempt.current.key };
  }

  function explain(error: unknown): void {
    if (!(error instanceof CheckoutError)) {
      setProblem(t('checkout.failed'));
      return;
    }
    const coupon = COUPON_REFUSALS[error.code];
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
    isKnown,
    setKnown,
    owesStep,
    passStep: () => setOwesStep(false),
    isAwaitingCode,
    isPlacing,
    problem,
    submit: async () => {
      setProblem(null);
      if (isPlacing || !draft.check()) return;
      setPlacing(true);
      try {
        if (!(await enter())) return setPlacing(false);
        const order = await placeOrder(db, requestOf());
        cartStore.clear();
        location.assign(paths.thankYou(order.id));
      } catch (error) {
        explain(error);
        setPlacing(false);
      }
    },
  };
}

type Entered = 'in' | 'exists' | 'unconfirmed' | { message: string };

async function signUp(db: Db, email: string, password: string, display_name: string): Promise<Entered> {
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
  // Where addresses must be confirmed, a known one answers as a new one does, but has no identity.
  return data.user?.identities?.length === 0 ? 'exists' : 'unconfirmed';
}

/** Random also where the page came without encryption and `crypto.randomUUID` is missing. */
function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
