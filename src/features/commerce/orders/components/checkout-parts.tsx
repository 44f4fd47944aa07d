/** Parts of the checkout that not every order shows, in one file: each by itself would be named in the first one with all it loads. */
export { OrderExtras } from '../offers/components/order-extras.tsx';
export { QuotedTax } from '../taxes/components/quoted-tax.tsx';
export { OrderBumps } from '../upsells/components/order-bumps.tsx';
export { CartChangeNotes, EmptyCart } from './cart-notes.tsx';
