import { useTranslation } from 'react-i18next';
import { useAuthForm } from '#features/platform/members/components/auth-form.tsx';

const NAMES = [
  'email',
  'password',
  // From the mail that confirms a sign-up.
  'code',
  // `company`, or empty for a private person.
  'buyer',
  'country',
  'region',
  'name',
  'company',
  'street',
  'postcode',
  'city',
  'vat_number',
  // `yes` once the terms of the site are accepted.
  'accepts',
] as const;

export type CheckoutValues = Record<(typeof NAMES)[number], string>;

const EMAIL = /^[^@\s]+@[^@\s]+\.[a-z]{2,}$/i;

/** The fields of the checkout; which of them are needed depends on who buys. */
export function useCheckoutFields({
  isSignedIn,
  isAwaitingCode,
  needsAddress,
  needsTerms,
}: {
  isSignedIn: boolean;
  isAwaitingCode: boolean;
  needsAddress: boolean;
  needsTerms: boolean;
}) {
  const { t } = useTranslation(['orders', 'members']);
  const hasNoAccount = !isSignedIn && !isAwaitingCode;
  return useAuthForm<keyof CheckoutValues>(NAMES, (values) => ({
    email: hasNoAccount && !EMAIL.test(values.email.trim()) ? t('checkout.errors.email') : undefined,
    password: hasNoAccount && values.password && values.password.length < 8 ? t('checkout.errors.password') : undefined,
    code: isAwaitingCode && !/^\d{6,10}$/.test(values.code.trim()) ? t('checkout.errors.code') : undefined,
    country: !needsAddress || values.country ? undefined : t('checkout.errors.country'),
    company: values.buyer && !values.company.trim() ? t('checkout.errors.company') : undefined,
    name: values.name.trim() ? undefined : t('checkout.errors.name'),
    accepts: needsTerms && !values.accepts ? t('members:problem.accept') : undefined,
  }));
}
