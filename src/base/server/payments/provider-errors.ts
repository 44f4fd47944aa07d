import { AppError } from '#base/shared/errors.ts';
import type { ProviderAdapter } from './provider-adapter.ts';

/** It is not known whether the provider did what it was asked. */
export function unreachable(cause: unknown): AppError {
  return new AppError(503, 'provider_unreachable', 'The provider does not respond. Try again in a moment.', { cause });
}

const message = 'The payment provider rejected this. Nothing was charged.';

/** The provider rejected a request, and nothing happened; `code` is the provider's. */
export class PaymentRejected extends AppError {
  readonly providerCode: string;
  constructor(code: string, cause: unknown) {
    super(422, 'payment_rejected', message, { cause });
    this.providerCode = code.slice(0, 100);
  }
}

/** An adapter whose methods reject with our errors instead of those of a provider's SDK. */
export function withOurErrors(adapter: ProviderAdapter, errorOf: (error: unknown) => AppError): ProviderAdapter {
  const translate = <Input extends unknown[], Output>(method: (...input: Input) => Promise<Output>) => {
    return (...input: Input): Promise<Output> =>
      method(...input).catch((error: unknown) => {
        throw error instanceof AppError ? error : errorOf(error);
      });
  };
  const { methods } = adapter;
  return {
    provider: adapter.provider,
    check: translate(adapter.check),
    begin: translate(adapter.begin),
    read: translate(adapter.read),
    cancel: translate(adapter.cancel),
    charge: translate(adapter.charge),
    refund: translate(adapter.refund),
    methods: methods && {
      begin: translate(methods.begin),
      read: translate(methods.read),
      readMethod: translate(methods.readMethod),
      forget: translate(methods.forget),
    },
    readEvent: translate(adapter.readEvent),
    listPaid: async function* (since) {
      try {
        yield* adapter.listPaid(since);
      } catch (error) {
        throw error instanceof AppError ? error : errorOf(error);
      }
    },
  };
}
