export const paymentProviders = ['offline', 'stripe', 'paypal', 'razorpay'] as const;
export type PaymentProvider = (typeof paymentProviders)[number];
export type OnlineProvider = Exclude<PaymentProvider, 'offline'>;

type Facts = {
  /** A brand name, not translated. */
  name: string;
  /** Where the owner finds the keys and registers the webhook. */
  console: string;
  /** What the owner enters; `isSecret` ones are never shown again. */
  keys: readonly { name: string; isSecret: boolean; prefix: string }[];
};

/** The adapters that exist, in the order they are offered. */
export const providerFacts: Partial<Record<OnlineProvider, Facts>> = {
  stripe: {
    name: 'Stripe',
    console: 'https://dashboard.stripe.com/apikeys',
    keys: [
      { name: 'secret_key', isSecret: true, prefix: 'sk_' },
      { name: 'webhook_secret', isSecret: true, prefix: 'whsec_' },
    ],
  },
  paypal: {
    name: 'PayPal',
    console: 'https://developer.paypal.com/dashboard/applications',
    keys: [
      { name: 'client_id', isSecret: false, prefix: '' },
      { name: 'client_secret', isSecret: true, prefix: '' },
      { name: 'webhook_id', isSecret: false, prefix: '' },
    ],
  },
  razorpay: {
    name: 'Razorpay',
    console: 'https://dashboard.razorpay.com/app/website-app-settings/api-keys',
    keys: [
      { name: 'key_id', isSecret: false, prefix: 'rzp_' },
      { name: 'key_secret', isSecret: true, prefix: '' },
      { name: 'webhook_secret', isSecret: true, prefix: '' },
    ],
  },
};
export const onlineProviders = Object.keys(providerFacts) as OnlineProvider[];

export function isOnlineProvider(name: unknown): name is OnlineProvider {
  return (onlineProviders as readonly unknown[]).includes(name);
}

const listOf = (codes: string) => new Set(codes.split(' '));
/** Currencies a provider takes, where it doesn't take nearly all. */
const CURRENCIES: Partial<Record<PaymentProvider, ReadonlySet<string>>> = {
  stripe: listOf(
    'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BIF BMD BND BOB BRL BSD BWP BYN BZD CAD CDF CHF CLP CNY COP CRC CVE CZK DJF DKK DOP DZD EGP ETB EUR FJD FKP GBP GEL GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR ISK JMD JPY KES KGS KHR KMF KRW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SEK SGD SHP SLE SOS SRD STN SZL THB TJS TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VND VUV WST XAF XCD XOF XPF YER ZAR ZMW',
  ),
  paypal: listOf('AUD BRL CAD CNY CZK DKK EUR HKD HUF ILS JPY MYR MXN TWD NZD NOK PHP PLN GBP SGD SEK CHF THB USD'),
  razorpay: listOf(
    'AED ALL AMD ARS AUD AWG BBD BDT BHD BMD BND BOB BSD BWP BZD CAD CHF CNY COP CRC CUP CZK DKK DOP DZD EGP ETB EUR FJD GBP GIP GMD GTQ GYD HKD HNL HRK HTG HUF IDR ILS INR JMD JPY KES KGS KHR KWD KYD KZT LAK LBP LKR LRD LSL MAD MDL MKD MMK MNT MOP MUR MVR MWK MXN MYR NAD NGN NIO NOK NPR NZD OMR PEN PGK PHP PKR PLN QAR RUB SAR SCR SEK SGD SLL SOS SSP SVC SZL THB TTD TZS USD UYU UZS YER ZAR',
  ),
};

/** Whether a provider takes a currency; bank transfer takes all. */
export function takesCurrency(provider: PaymentProvider, currency: string): boolean {
  return CURRENCIES[provider]?.has(currency) ?? provider === 'offline';
}

/** The ways a shop can be paid in a currency, in their order; online first, because it is quickest. */
export function optionsFor<Option extends { provider: string }>(
  options: readonly Option[],
  currency: string,
): Option[] {
  const order = [...onlineProviders, 'offline'];
  return options
    .filter(({ provider }) => order.includes(provider) && takesCurrency(provider as PaymentProvider, currency))
    .sort((a, b) => order.indexOf(a.provider) - order.indexOf(b.provider));
}
