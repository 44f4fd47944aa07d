import { Landmark, Lock } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useSession } from '#base/browser/session.ts';
import { useSite, useSiteBranding } from '#base/browser/site.tsx';
import { countryOptions } from '#base/shared/countries.ts';
import { loginNameOf } from '#base/shared/login-name.ts';
import { formatMoney } from '#base/shared/money.ts';
import { TermsAcceptance } from '#features/platform/members/components/terms-acceptance.tsx';
import { paths } from '#paths';
import { Button } from '#ui/buttons/button.tsx';
import { Note } from '#ui/display/states.tsx';
import { Form } from '#ui/fields/form.tsx';
import { Segmented } from '#ui/fields/segmented.tsx';
import { ComboBox } from '#ui/fields/select.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import type { Totals } from '../rules.ts';
import { AccountFields, CheckoutSignIn } from './checkout-sign-in.tsx';
import type { Checkout } from './use-checkout.ts';

/** The left half of the checkout: contact, billing address, payment and the submit button. */
export function CheckoutForm({ checkout, totals }: { checkout: Checkout; totals: Totals }) {
  const { t } = useTranslation('orders');
  const { locale } = useSite();
  const isFree = totals.total === 0;
  const { session } = useSession();
  const label = isFree
    ? t('checkout.placeFree')
    : t('checkout.place', { total: formatMoney(totals.total, totals.currency, locale) });
  if (session ? checkout.needsSecondFactor : checkout.hasAccount) {
    return (
      <section className="fields-lg grid gap-4">
        <ContactHead checkout={checkout} />
        <CheckoutSignIn checkout={checkout} />
      </section>
    );
  }
  return (
    <Form
      label={t('checkout.title')}
      problem={
        checkout.problem && checkout.hasWaitingOrder ? <WaitingOrder text={checkout.problem} /> : checkout.problem
      }
      onSubmit={() => void checkout.submit()}
      className="fields-lg gap-8"
    >
      <Contact checkout={checkout} />
      <Address checkout={checkout} />
      <section className="grid gap-4">
        <h2 className="text-base font-semibold">{t('checkout.payment')}</h2>
        {isFree ? (
          <p className="muted">{t('checkout.free')}</p>
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
      <Terms checkout={checkout} />
      <Button type="submit" variant="primary" size="xl" isBlock icon={Lock} isBusy={checkout.isPlacing}>
        {label}
      </Button>
    </Form>
  );
}

/** Choice between a new and an existing account, or the signed-in user. */
function ContactHead({ checkout: { hasAccount, setHasAccount, isAwaitingCode } }: { checkout: Checkout }) {
  const { t } = useTranslation('orders');
  const db = useDb();
  const { session } = useSession();
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <h2 className="text-base font-semibold">{t('checkout.contact')}</h2>
      {session ? (
        <span className="muted flex flex-wrap items-center gap-x-3">
          {t('checkout.signedInAs', { email: loginNameOf(session.user) })}
          <Button variant="quiet" size="sm" onPress={() => void db.auth.signOut({ scope: 'local' })}>
            {t('checkout.signOut')}
          </Button>
        </span>
      ) : isAwaitingCode ? null : (
        <Segmented
          label={t('checkout.who')}
          value={hasAccount ? 'known' : 'new'}
          onChange={(id) => setHasAccount(id === 'known')}
          options={[
            { id: 'new', label: t('checkout.newHere') },
            { id: 'known', label: t('checkout.known') },
          ]}
        />
      )}
    </div>
  );
}

function Contact({ checkout }: { checkout: Checkout }) {
  const { t } = useTranslation('orders');
  const { session } = useSession();
  const { draft, isAwaitingCode } = checkout;
  return (
    <section className="grid gap-4">
      <ContactHead checkout={checkout} />
      {isAwaitingCode ? (
        <>
          <Note tone="success">{t('checkout.confirmFirst')}</Note>
          <TextField
            label={t('checkout.code')}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={10}
            isRequired
            {...draft.field('code')}
          />
        </>
      ) : null}
      {session || isAwaitingCode ? null : (
        <>
          <p className="help">{t('checkout.newText')}</p>
          <AccountFields draft={draft} isNew />
        </>
      )}
    </section>
  );
}

function Address({ checkout: { draft } }: { checkout: Checkout }) {
  const { t } = useTranslation('orders');
  const { locale } = useSite();
  const { value: country, onChange: setCountry, ...countryField } = draft.field('country');
  return (
    <section className="grid gap-4">
      <h2 className="text-base font-semibold">{t('checkout.address')}</h2>
      <ComboBox
        label={t('checkout.country')}
        options={countryOptions(locale)}
        value={country || null}
        onChange={(id) => setCountry(id ?? '')}
        isRequired
        {...countryField}
      />
      <div className="form-cols">
        <TextField label={t('checkout.name')} autoComplete="name" maxLength={120} isRequired {...draft.field('name')} />
        <TextField
          label={t('checkout.company')}
          placeholder={t('checkout.companyPlaceholder')}
          autoComplete="organization"
          maxLength={120}
          isOptional
          {...draft.field('company')}
        />
      </div>
      <TextField
        label={t('checkout.street')}
        autoComplete="street-address"
        maxLength={200}
        isOptional
        {...draft.field('street')}
      />
      <div className="form-cols">
        <TextField
          label={t('checkout.postcode')}
          autoComplete="postal-code"
          maxLength={20}
          isOptional
          {...draft.field('postcode')}
        />
        <TextField
          label={t('checkout.city')}
          autoComplete="address-level2"
          maxLength={120}
          isOptional
          {...draft.field('city')}
        />
      </div>
      <TextField label={t('checkout.vatNumber')} maxLength={30} isOptional {...draft.field('vat_number')} />
    </section>
  );
}

/** The links and the checkbox of the sign-up, for a buyer whose account is created by the order or who has not accepted them. */
function Terms({ checkout: { draft, needsTerms } }: { checkout: Checkout }) {
  const { session } = useSession();
  const { doors } = useSiteBranding();
  if (session && !needsTerms) return null;
  const { name, onBlur, errorMessage } = draft.field('accepts');
  return (
    <TermsAcceptance
      documents={doors}
      name={name}
      error={errorMessage}
      onBlur={onBlur}
      onInput={({ currentTarget }) => draft.set('accepts', currentTarget.checked ? 'yes' : '')}
    />
  );
}

/** Leads to the orders, where the one that waits is paid or cancelled. */
function WaitingOrder({ text }: { text: string }) {
  const { t } = useTranslation('orders');
  const note = useRef<HTMLSpanElement>(null);
  // On a phone the button that was pressed is a screen further down.
  useEffect(() => note.current?.scrollIntoView({ block: 'center' }), []);
  return (
    <span ref={note}>
      {text}{' '}
      <a className="link" href={paths.orders()}>
        {t('thanks.orders')}
      </a>
    </span>
  );
}
