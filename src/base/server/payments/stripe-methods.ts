import Stripe from 'stripe';
import type { MethodVault, PaymentMethodState, SetupState } from './provider-adapter.ts';
import { idOf, isMissing } from './stripe-state.ts';

/** Cards that Stripe keeps: the buyer enters one on Stripe Checkout, which takes no money. */
export function createStripeMethods(stripe: Stripe): MethodVault {
  return {
    begin: async ({ key, accountId, email, returnUrl, cancelUrl }) => {
      const metadata = { setup: key, account: accountId };
      const session = await stripe.checkout.sessions.create(
        {
          mode: 'setup',
          allowed_payment_method_types: ['card'],
          client_reference_id: key,
          customer_creation: 'always',
          metadata,
          setup_intent_data: { metadata },
          ...(email ? { customer_email: email } : {}),
          success_url: returnUrl,
          cancel_url: cancelUrl,
        },
        { idempotencyKey: `setup-${key}` },
      );
      if (!session.url) throw new Error('Stripe began a setup without an address.');
      return {
        reference: session.id,
        url: session.url,
        expiresAt: session.expires_at ? new Date(session.expires_at * 1000).toISOString() : null,
      };
    },
    read: async (reference) => {
      try {
        const session = await stripe.checkout.sessions.retrieve(reference, {
          expand: ['setup_intent.payment_method'],
        });
        return setupState(session);
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    readMethod: async (reference) => {
      try {
        const method = await stripe.paymentMethods.retrieve(reference);
        // One that belongs to no customer can't be charged any more.
        return method.customer ? stripeMethod(method, method.customer) : null;
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    forget: async (reference) => {
      try {
        await stripe.paymentMethods.detach(reference);
      } catch (error) {
        // Detached already, or of an account whose keys were changed.
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
      }
    },
  };
}

export function stripeMethod(
  { id, card, type }: Stripe.PaymentMethod,
  customer: Stripe.PaymentMethod['customer'] | Stripe.DeletedCustomer,
): PaymentMethodState {
  return {
    reference: id,
    customer: idOf(customer) ?? '',
    brand: card?.brand ?? type,
    last4: card?.last4 ?? '',
    exp_month: card?.exp_month ?? null,
    exp_year: card?.exp_year ?? null,
    email: '',
  };
}

function setupState({ status, setup_intent, customer }: Stripe.Checkout.Session): SetupState {
  const method = typeof setup_intent === 'object' ? setup_intent?.payment_method : null;
  if (status === 'complete' && method && typeof method === 'object')
    return { status: 'succeeded', method: stripeMethod(method, customer) };
  return { status: status === 'expired' ? 'cancelled' : 'pending', method: null };
}
