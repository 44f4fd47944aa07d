import { type ComponentType, createElement } from 'react';

/** Island name in the page -> its code, loaded when it hydrates. */
export const islands: Record<string, () => Promise<ComponentType<object>>> = {
  'course-film': () =>
    asking(import('#features/learning/courses/components/preview-video.tsx').then((module) => module.PreviewVideo)),
  search: () =>
    asking(import('#features/content/search/components/search-button.tsx').then((module) => module.SearchButton)),
  'own-results': () =>
    import('#features/content/search/components/own-results.tsx').then(
      (module) => module.OwnResults as ComponentType<object>,
    ),
  'user-menu': () => asking(import('./user-menu.tsx').then((module) => module.UserMenu)),
  'quick-edit': () => asking(import('./quick-edit.tsx').then((module) => module.QuickEdit)),
  cart: () => import('#features/commerce/orders/components/cart-button.tsx').then((module) => module.CartButton),
  checkout: () =>
    import('#features/commerce/orders/components/checkout.tsx').then(
      (module) => module.Checkout as ComponentType<object>,
    ),
  'saved-cart': () =>
    import('#features/commerce/orders/carts/components/saved-cart.tsx').then(
      (module) => module.SavedCart as ComponentType<object>,
    ),
  'add-to-cart': () =>
    import('#features/commerce/orders/components/add-to-cart-button.tsx').then(
      (module) => module.AddToCartButton as ComponentType<object>,
    ),
  'offer-options': () =>
    import('#features/commerce/orders/offers/components/offer-options.tsx').then(
      (module) => module.OfferOptions as ComponentType<object>,
    ),
  'post-comments': () =>
    asking(import('#features/engagement/threads/components/conversation.tsx').then((module) => module.Conversation)),
  'site-form': () =>
    import('#features/marketing/forms/components/site-form.tsx').then(
      (module) => module.SiteForm as ComponentType<object>,
    ),
  'contact-link': () =>
    import('#features/marketing/contacts/components/link-form.tsx').then(
      (module) => module.LinkForm as ComponentType<object>,
    ),
  login: () =>
    import('#features/platform/members/components/login-form.tsx').then(
      (module) => module.LoginForm as ComponentType<object>,
    ),
  'sign-up': () =>
    import('#features/platform/members/components/sign-up-form.tsx').then(
      (module) => module.SignUpForm as ComponentType<object>,
    ),
  'confirm-sign-up': () =>
    import('#features/platform/members/components/confirm-sign-up-form.tsx').then(
      (module) => module.ConfirmSignUpForm as ComponentType<object>,
    ),
  'set-up-login': () =>
    import('#features/platform/members/components/set-up-form.tsx').then(
      (module) => module.SetUpForm as ComponentType<object>,
    ),
  invitation: () =>
    import('#features/platform/members/components/accept-invitation-form.tsx').then(
      (module) => module.AcceptInvitationForm as ComponentType<object>,
    ),
  'reset-password': () =>
    import('#features/platform/members/components/reset-password-form.tsx').then(
      (module) => module.ResetPasswordForm as ComponentType<object>,
    ),
  'order-receipt': () =>
    asking(import('#features/commerce/orders/components/order-receipt.tsx').then((module) => module.OrderReceipt)),
};

/** An island that uses queries, with a query client, whose size the others avoid. */
async function asking<Props extends object>(loaded: Promise<ComponentType<Props>>): Promise<ComponentType<object>> {
  const [Component, { Queries }] = await Promise.all([loaded, import('#base/browser/queries.tsx')]);
  return (props) => createElement(Queries, null, createElement(Component, props as Props));
}
