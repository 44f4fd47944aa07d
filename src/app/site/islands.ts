import type { ComponentType } from 'react';

/** The browser's registry: the name an island has in the page -> its code, loaded when it is woken. */
export const islands: Record<string, () => Promise<ComponentType<object>>> = {
  'course-film': () =>
    import('#features/courses/components/preview-film.tsx').then(
      (module) => module.PreviewFilm as unknown as ComponentType<object>,
    ),
  search: () => import('#features/search/components/search-button.tsx').then((module) => module.SearchButton),
  'user-menu': () => import('./user-menu.tsx').then((module) => module.UserMenu),
  'quick-edit': () => import('./quick-edit.tsx').then((module) => module.QuickEdit),
  cart: () => import('#features/orders/components/cart-button.tsx').then((module) => module.CartButton),
  'add-to-cart': () =>
    import('#features/orders/components/add-to-cart-button.tsx').then(
      (module) => module.AddToCartButton as ComponentType<object>,
    ),
  'order-receipt': () => import('#features/orders/components/order-receipt.tsx').then((module) => module.OrderReceipt),
};
