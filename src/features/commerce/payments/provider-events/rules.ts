import type { OnlineProvider } from '../rules.ts';

/** What the webhook of a provider is registered for. Apart from its other facts, which every checkout loads. */
export const webhookEvents: Record<OnlineProvider, readonly string[]> = {
  stripe: [
    'checkout.session.completed',
    'checkout.session.expired',
    'checkout.session.async_payment_succeeded',
    'checkout.session.async_payment_failed',
    'payment_intent.succeeded',
    'refund.created',
    'refund.updated',
    'charge.dispute.created',
    'charge.dispute.closed',
    'payment_method.updated',
    'payment_method.automatically_updated',
    'payment_method.detached',
  ],
  paypal: [
    'CHECKOUT.ORDER.APPROVED',
    'PAYMENT.CAPTURE.COMPLETED',
    'PAYMENT.CAPTURE.DENIED',
    'PAYMENT.CAPTURE.REFUNDED',
    'PAYMENT.CAPTURE.REVERSED',
    'CUSTOMER.DISPUTE.CREATED',
    'CUSTOMER.DISPUTE.RESOLVED',
    'VAULT.PAYMENT-TOKEN.DELETED',
  ],
  razorpay: [
    'payment_link.paid',
    'payment_link.cancelled',
    'payment_link.expired',
    'refund.created',
    'refund.processed',
    'refund.failed',
    'payment.dispute.created',
    'payment.dispute.won',
    'payment.dispute.lost',
    'payment.dispute.closed',
  ],
};
