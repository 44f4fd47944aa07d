/** Why a write, or what looks like one, is not a `useSave`. */
const SIGN_IN = 'a form of the sign-in pages, which are islands and have no query client';
const NO_SCREEN = 'an island of a public page, which has no query client';
const PROOF = 'proves who somebody is in one of several ways, and writes nothing';
const MEMBERS = 'src/features/platform/members/components';

/** Where a call of `useAction` or a bare `useMutation` stands, with the reason; all other writes use `useSave`. */
export const otherWrites: Readonly<Record<string, string>> = {
  [`${MEMBERS}/accept-invitation-form.tsx`]: SIGN_IN,
  [`${MEMBERS}/use-auth-request.ts`]: SIGN_IN,
  [`${MEMBERS}/use-presence-proof.ts`]: PROOF,
  'src/features/commerce/orders/carts/components/saved-cart.tsx': NO_SCREEN,
  'src/features/commerce/orders/components/checkout-sign-in.tsx': SIGN_IN,
  'src/features/commerce/orders/components/pay-order.tsx': NO_SCREEN,
  'src/features/commerce/orders/components/use-checkout.ts': NO_SCREEN,
  'src/features/marketing/contacts/components/link-form.tsx': NO_SCREEN,
  'src/features/engagement/threads/components/post-form.tsx': NO_SCREEN,
  'src/features/engagement/threads/components/use-post-action.ts': NO_SCREEN,
  'src/features/platform/notifications/components/read-notification.ts':
    'several notifications are marked read at the same time, each in the cache at once',
};
