import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useSession } from '#base/browser/session.ts';
import { useSite, useSiteBranding } from '#base/browser/site.tsx';
import { guessedCountry } from '#base/shared/countries.ts';
import { needsSecondStep } from '#features/platform/members/components/second-step.ts';
import { hasAcceptedTerms } from '#features/platform/members/data.ts';
import { loginNameFrom } from '#features/platform/members/recovery/data.ts';
import { paths } from '#paths';
import { untilLeft } from '#ui/fields/use-action.ts';
import { type Draft, type FieldErrors, useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { cartStore } from '../components/cart-store.ts';
import { CheckoutError, placeOrder } from '../components/place-order.ts';
import { lastBuyer } from '../data.ts';
import type { CheckoutRequest } from '../schema.ts';
import { signUpBuyer } from './sign-up-buyer.ts';

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
  draft: Draft<CheckoutValues>;
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
  problem: string | undefined;
  submit: () => Promise<unknown>;
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
  const { t } = useTranslation(['orders', 'members']);
  const site = useSite();
  const db = useDb();
  const { session } = useSession();
  const { doors } = useSiteBranding();
  // Whoever comes back from “Forgot your password?” has an account.
  const [typedEmail] = useState(() => loginNameFrom(location.hash, doors.hasPhone));
  const [hasAccount, setHasAccount] = useState(typedEmail !== '');
  const [mailedTo, setMailedTo] = useState<string>();
  const [hasAccepted, setHasAccepted] = useState<boolean | null>(null);
  const [hasWaitingOrder, setHasWaitingOrder] = useState(false);
  const attempt = useRef({ fingerprint: '', key: '' });
  const [saved] = useState<CheckoutValues>(() => ({
    email: typedEmail,
    password: '',
    code: '',
    country: guessedCountry(navigator.languages),
    name: String(session?.user.user_metadata.display_name ?? ''),
    company: '',
    street: '',
    postcode: '',
    city: '',
    vat_number: '',
    accepts: '',
  }));
  const [needsSecondFactor, setNeedsSecondFactor] = useState(false);
  const isAwaitingCode = !session && mailedTo !== undefined;
  const needsTerms = doors.terms !== '' && (!session || hasAccepted === false);
  const validate = (values: CheckoutValues): FieldErrors<CheckoutValues> => ({
    email: session || EMAIL.test(values.email.trim()) ? undefined : t('checkout.errors.email'),
    password:
      session || isAwaitingCode || hasAccount || values.password.length >= 8
        ? undefined
        : t('checkout.errors.password'),
    code: !isAwaitingCode || /^\d{6,10}$/.test(values.code.trim()) ? undefined : t('checkout.errors.code'),
    country: values.country ? undefined : t('checkout.errors.country'),
    name: values.name.trim() ? undefined : t('checkout.errors.name'),
    accepts: !needsTerms || values.accepts ? undefined : t('members:problem.accept'),
  });
  const draft = useDraft<CheckoutValues>({ saved, validate });
  const currentValues = useRef(draft.values);
  currentValues.current = draft.values;

  useEffect(() => {
    if (typedEmail) history.replaceState(history.state, '', location.pathname + location.search);
  }, [typedEmail]);

  const { account_id } = site.account;
  const userId = session?.user.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each signed-in user; the values are read when the response arrives
  useEffect(() => {
    setHasAccepted(null);
    if (!userId) return setNeedsSecondFactor(false);
    let isMounted = true;
    const fill = (values: Partial<CheckoutValues>) => {
      for (const [name, value] of Object.entries(values) as [keyof CheckoutValues, string][])
        if (isMounted && value && currentValues.current[name] === saved[name]) draft.set(name, value);
    };
    fill({ name: String(session?.user.user_metadata.display_name ?? '') });
    void needsSecondStep(db).then((isNeeded) => isMounted && setNeedsSecondFactor(isNeeded));
    if (doors.terms)
      hasAcceptedTerms(db, account_id, userId).then(
        (has) => isMounted && setHasAccepted(has),
        () => {},
      );
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
    const { email, password, name, code, accepts } = draft.values;
    if (mailedTo !== undefined) {
      const { error } = await db.auth.verifyOtp({ email: mailedTo, token: code.trim(), type: 'signup' });
      if (error) throw error;
      return true;
    }
    const outcome = await signUpBuyer(db, email.trim(), password, {
      display_name: name.trim(),
      ...(accepts ? { accepts: account_id } : {}),
    });
    if (outcome === 'in') return true;
    if (outcome === 'exists') {
      setHasAccount(true);
      draft.setErrors({ email: t('checkout.accountExists') });
    } else if (outcome === 'unconfirmed') setMailedTo(email.trim());
    else draft.setErrors({ password: outcome.message });
    return false;
  }

  function buildRequest(): CheckoutRequest {
    const { email: _email, password: _password, code: _code, name, accepts, ...address } = draft.values;
    const cart = cartStore.read();
    const content = {
      items: cart.cartItems.map(({ id, quantity }) => ({ product_id: id, quantity })),
      coupon: cart.coupon?.name ?? null,
      customer: { name },
      billing_address: address,
      locale: site.locale,
      accepts: accepts !== '',
    };
    // A retry of the same order keeps its idempotency key; a changed order gets a new one.
    const fingerprint = JSON.stringify(content);
    if (attempt.current.fingerprint !== fingerprint) attempt.current = { fingerprint, key: randomKey() };
    return { ...content, idempotency_key: attempt.current.key };
  }

  /** What a rejected order changes on the screen, besides its message. */
  function applyRejection(error: unknown): never {
    const code = error instanceof CheckoutError ? error.code : '';
    setHasWaitingOrder(code === 'order_waiting');
    if (code === 'terms_not_accepted') setHasAccepted(false);
    if (COUPON_ERRORS[code]) cartStore.setCoupon(null);
    throw error;
  }
  function errorText(error: Error): string {
    if (error.name === 'AuthApiError') return error.message;
    if (!(error instanceof CheckoutError) || error.code === 'internal') return t('checkout.failed');
    const couponText = COUPON_ERRORS[error.code];
    return couponText ? t(couponText) : error.message;
  }
  const {
    save: submit,
    isSaving: isPlacing,
    problem,
  } = useSave(
    async () => {
      setHasWaitingOrder(false);
      if (!(await ensureSignedIn())) return;
      const order = await placeOrder(db, buildRequest()).catch(applyRejection);
      cartStore.clear();
      location.assign(paths.thankYou(order.id));
      await untilLeft();
    },
    {
      form: draft,
      fields: {
        otp_expired: ['code', t('checkout.errors.code')],
        terms_not_accepted: ['accepts', t('members:problem.accept')],
      },
      errorText,
      offlineText: t('checkout.failed'),
    },
  );

  return {
    draft,
    hasAccount,
    setHasAccount,
    needsSecondFactor,
    completeSecondFactor: () => setNeedsSecondFactor(false),
    isAwaitingCode,
    needsTerms,
    hasWaitingOrder,
    isPlacing,
    problem,
    submit,
  };
}

/** Works also without a secure context, where `crypto.randomUUID` is missing. */
function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
