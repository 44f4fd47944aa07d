import {
  PaymentTokenStatus,
  PaypalPaymentTokenUsageType,
  type SetupTokenResponse,
  VaultTokenRequestType,
} from '@paypal/paypal-server-sdk';
import { isStatus, type PayPal } from './paypal-client.ts';
import type { MethodVault, PaymentMethodState, SetupState } from './provider-adapter.ts';

/** PayPal accounts that PayPal keeps for later charges: the buyer approves on PayPal's page, and it is kept when it is read the next time. */
export function createPaypalMethods({ vault }: PayPal): MethodVault {
  return {
    begin: async ({ key, description, returnUrl, cancelUrl }) => {
      const { result } = await vault.createSetupToken({
        paypalRequestId: `setup-${key}`,
        body: {
          paymentSource: {
            paypal: {
              description: description.slice(0, 127),
              usageType: PaypalPaymentTokenUsageType.Merchant,
              // Without it a second account takes the place of the first.
              permitMultiplePaymentTokens: true,
              experienceContext: { returnUrl, cancelUrl },
            },
          },
        },
      });
      const url = result.links?.find(({ rel }) => rel === 'approve' || rel === 'payer-action')?.href;
      if (!result.id || !url) throw new Error('PayPal began a setup without an address.');
      return { reference: result.id, url, expiresAt: null };
    },
    read: async (reference) => {
      try {
        const { result } = await vault.getSetupToken(reference);
        return await setupState(vault, reference, result);
      } catch (error) {
        if (isStatus(error, 404)) return null;
        throw error;
      }
    },
    readMethod: async (reference) => {
      try {
        const { result } = await vault.getPaymentToken(reference);
        return paypalMethod(reference, result.customer?.id, result.paymentSource?.paypal?.emailAddress);
      } catch (error) {
        if (isStatus(error, 404)) return null;
        throw error;
      }
    },
    forget: async (reference) => {
      try {
        await vault.deletePaymentToken(reference);
      } catch (error) {
        if (!isStatus(error, 404)) throw error;
      }
    },
  };
}

export function paypalMethod(reference: string, customer = '', email = ''): PaymentMethodState {
  return { reference, customer, brand: 'PayPal', last4: '', exp_month: null, exp_year: null, email };
}

async function setupState(
  vault: PayPal['vault'],
  reference: string,
  { status }: SetupTokenResponse,
): Promise<SetupState> {
  const isApproved = status === PaymentTokenStatus.Approved || status === PaymentTokenStatus.Vaulted;
  if (!isApproved) return { status: 'pending', method: null };
  // The same key keeps it once, also where the response is lost.
  const { result } = await vault.createPaymentToken({
    paypalRequestId: `keep-${reference}`,
    body: { paymentSource: { token: { id: reference, type: VaultTokenRequestType.SetupToken } } },
  });
  const { id, customer, paymentSource } = result;
  if (!id) throw new Error('PayPal kept an account without an id.');
  return { status: 'succeeded', method: paypalMethod(id, customer?.id, paymentSource?.paypal?.emailAddress) };
}
