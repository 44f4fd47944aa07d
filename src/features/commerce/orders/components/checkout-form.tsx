import { Landmark, Lock } from 'lucide-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useSession } from '#base/browser/session.ts';
import { useSite, useSiteBranding } from '#base/browser/site.tsx';
import { loginNameOf } from '#base/shared/login-name.ts';
import { formatMoney } from '#base/shared/money.ts';
import type { PaymentOption } from '#features/commerce/payments/data.ts';
import { useReadyClient } from '#features/platform/members/components/after-sign-in.ts';
import { AuthButton, AuthField, AuthForm, AuthNote } from '#features/platform/members/components/auth-form.tsx';
import { TermsAcceptance } from '#features/platform/members/components/terms-acceptance.tsx';
import type { SignInProvider } from '#features/platform/members/providers/rules.ts';
import { paths } from '#paths';
import { InBrowser } from '#ui/layout/in-browser.tsx';
import type { Totals } from '../rules.ts';
import type { OrderQuote } from '../schema.ts';
import { AccountChoice } from './account-choice.tsx';
import { AccountFields } from './account-fields.tsx';
import { CheckoutAddress } from './checkout-address.tsx';
import type { Checkout } from './use-checkout.ts';

/** Lazy: a shop that takes bank transfer alone leaves no choice. */
const PaymentChoice = lazy(async () => ({
  default: (await import('#features/commerce/payments/components/payment-choice.tsx')).PaymentChoice,
}));
/** Lazy: few shops remind of carts. */
const CartReminder = lazy(async () => ({
  default: (await import('../carts/components/cart-reminder.tsx')).CartReminder,
}));
/** Lazy: only who has an account already signs in. */
const CheckoutSignIn = lazy(async () => ({ default: (await import('./checkout-sign-in.tsx')).CheckoutSignIn }));

/**
 * The left half of the checkout: contact, billing address, payment and the submit button. The fields are uncontrolled, so that
 * what is typed before the page is hydrated stays.
 */
export function CheckoutForm({
  checkout,
  totals,
  quote,
  providers,
  payments,
  reminds,
}: {
  checkout: Checkout;
  /** Null while the cart is read. */
  totals: Totals | null;
  /** With its tax; null where there is none or it is not known yet. */
  quote: OrderQuote | null;
  providers: readonly SignInProvider[];
  payments: readonly PaymentOption[];
  reminds: boolean;
}) {
  const { t } = useTranslation('orders');
  const { locale } = useSite();
  const readyClient = useReadyClient();
  const isFree = totals?.total === 0;
  const { session } = useSession();
  if (session ? checkout.needsSecondFactor : checkout.hasAccount) {
    return (
      <section className="fields-lg grid gap-4">
        <ContactHead checkout={checkout} />
        <Suspense fallback={<div className="min-h-24" />}>
          <CheckoutSignIn checkout={checkout} providers={providers} />
        </Suspense>
      </section>
    );
  }
  return (
    <AuthForm
      form={checkout.fields.form}
      label={t('checkout.title')}
      className="fields-lg gap-8"
      onSubmit={checkout.submit}
      onBegin={readyClient}
    >
      <Contact checkout={checkout} />
      {reminds ? (
        <InBrowser>
          <CartReminder form={checkout.fields.form} />
        </InBrowser>
      ) : null}
      <CheckoutAddress checkout={checkout} quote={quote} />
      <Payment isFree={isFree} payments={payments} currency={totals?.currency ?? null} />
      <Terms checkout={checkout} />
      {/* Beside the button that was pressed: the form is longer than a window. */}
      {checkout.problem ? (
        <AuthNote tone="error">
          {checkout.problem}
          {checkout.hasWaitingOrder ? (
            <>
              {' '}
              <a className="link" href={paths.orders()}>
                {t('thanks.orders')}
              </a>
            </>
          ) : null}
        </AuthNote>
      ) : null}
      <AuthButton variant="primary" size="xl" icon={Lock} isBusy={checkout.isPlacing}>
        {totals && !isFree
          ? t('checkout.place', { total: formatMoney(totals.total, totals.currency, locale) })
          : t('checkout.placeFree')}
      </AuthButton>
    </AuthForm>
  );
}

type PaymentProps = { isFree: boolean; payments: readonly PaymentOption[]; currency: string | null };

function Payment({ isFree, payments, currency }: PaymentProps) {
  const { t } = useTranslation('orders');
  if (isFree) return <p className="muted">{t('checkout.free')}</p>;
  return (
    <section className="grid gap-4">
      <h2 className="text-base font-semibold">{t('checkout.payment')}</h2>
      {payments.some(({ provider }) => provider !== 'offline') ? (
        <InBrowser fallback={<div className="min-h-24" />}>
          <PaymentChoice options={payments} currency={currency} offline={t('checkout.offline')} />
        </InBrowser>
      ) : (
        <div className="flex gap-3 rounded-(--radius-box) border border-(--line-2) p-4">
          <Landmark aria-hidden="true" size={20} className="mt-0.5 flex-none" />
          <div>
            <b className="font-medium">{t('checkout.offline')}</b>
            <p className="help">{t('checkout.offlineText')}</p>
          </div>
        </div>
      )}
    </section>
  );
}

/** Choice between a new and an existing account, or the signed-in user. */
function ContactHead({ checkout }: { checkout: Checkout }) {
  const { t } = useTranslation('orders');
  const db = useDb();
  const { session } = useSession();
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <h2 className="text-base font-semibold">{t('checkout.contact')}</h2>
      {session ? (
        <span className="muted flex flex-wrap items-center gap-x-3">
          {t('checkout.signedInAs', { email: loginNameOf(session.user) })}
          <button
            type="button"
            className="btn btn-quiet btn-sm"
            onClick={() => void db.auth.signOut({ scope: 'local' })}
          >
            {t('checkout.signOut')}
          </button>
        </span>
      ) : checkout.isAwaitingCode ? null : (
        <ForNewBuyers>
          <AccountChoice hasAccount={checkout.hasAccount} onChange={checkout.setHasAccount} />
        </ForNewBuyers>
      )}
    </div>
  );
}

/** Hidden, where there is a session cookie, until the session is read: the server renders the page for a visitor. */
function ForNewBuyers({ children }: { children: ReactNode }) {
  const { isKnown } = useSession();
  return <div className={isKnown ? 'grid gap-4' : 'for-visitors grid gap-4'}>{children}</div>;
}

function Contact({ checkout }: { checkout: Checkout }) {
  const { t } = useTranslation('orders');
  const { session } = useSession();
  const { fields, isAwaitingCode } = checkout;
  return (
    <section className="grid gap-4">
      <ContactHead checkout={checkout} />
      {isAwaitingCode ? (
        <>
          <AuthNote tone="success">{t('checkout.confirmFirst')}</AuthNote>
          <AuthField
            label={t('checkout.code')}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={10}
            required
            {...fields.field('code')}
          />
        </>
      ) : null}
      {session || isAwaitingCode ? null : (
        <ForNewBuyers>
          <p className="help">{t('checkout.newText')}</p>
          <AccountFields field={fields.field} typed={checkout.typed} isNew />
        </ForNewBuyers>
      )}
    </section>
  );
}

/** The links and the checkbox of the sign-up, for a buyer whose account is created by the order or who has not accepted them. */
function Terms({ checkout: { fields, needsTerms } }: { checkout: Checkout }) {
  const { session, isKnown } = useSession();
  const { doors } = useSiteBranding();
  if (session && !needsTerms) return null;
  return (
    <div className={isKnown ? undefined : 'for-visitors'}>
      <TermsAcceptance documents={doors} {...fields.field('accepts')} />
    </div>
  );
}
