import { Agent } from 'node:https';
import { connect } from 'node:net';
import {
  ApiError,
  Client,
  Environment,
  OrdersController,
  PaymentsController,
  VaultController,
} from '@paypal/paypal-server-sdk';
import type { ProviderKeys } from './provider-adapter.ts';
import { PaymentRejected, unreachable } from './provider-errors.ts';

const TIMEOUT_MS = 15_000;

export type PayPal = { client: Client; orders: OrdersController; payments: PaymentsController; vault: VaultController };

/** The official client. @param apiBase another base URL of the same protocol: a stand-in. */
export function openPaypal(keys: ProviderKeys, isLive: boolean, apiBase?: string): PayPal {
  const client = new Client({
    clientCredentialsAuthCredentials: {
      oAuthClientId: keys.client_id ?? '',
      oAuthClientSecret: keys.client_secret ?? '',
    },
    environment: isLive ? Environment.Production : Environment.Sandbox,
    timeout: TIMEOUT_MS,
    httpClientOptions: {
      // Whatever writes carries a key of its own, so that it may be repeated.
      retryConfig: {
        maxNumberOfRetries: 2,
        maximumRetryWaitTime: 10,
        retryInterval: 0.2,
        httpMethodsToRetry: ['GET', 'POST'],
      },
      ...(apiBase ? { httpsAgent: agentTo(apiBase) } : {}),
    },
  });
  return {
    client,
    orders: new OrdersController(client),
    payments: new PaymentsController(client),
    vault: new VaultController(client),
  };
}

/** The client knows PayPal's own addresses alone: this connects to another base URL of the same protocol, a stand-in. */
function agentTo(apiBase: string): Agent {
  const { hostname, port } = new URL(apiBase);
  const agent = new Agent();
  return Object.assign(agent, { createConnection: () => connect(Number(port), hostname) });
}

export const isStatus = (error: unknown, status: number) => error instanceof ApiError && error.statusCode === status;

/** What became of a request that PayPal or the way to it failed. */
export function paypalErrorOf(error: unknown) {
  const status = error instanceof ApiError ? error.statusCode : 0;
  const isRejected = status >= 400 && status < 500 && status !== 409 && status !== 429;
  return isRejected ? new PaymentRejected(nameOf(error), error) : unreachable(error);
}

function nameOf(error: unknown): string {
  const { result } = error as { result?: { name?: string; details?: { issue?: string }[] } };
  return result?.details?.[0]?.issue ?? result?.name ?? 'rejected';
}

/** A request that the client has no method for. */
export async function ask<Body>(client: Client, method: 'GET' | 'POST', path: string, body?: string): Promise<Body> {
  const request = client.getRequestBuilderFactory()(method, path);
  request.authenticate([{ oauth2: true }]);
  request.defaultToError(ApiError);
  if (body !== undefined) {
    request.header('Content-Type', 'application/json');
    request.text(body);
  }
  return JSON.parse((await request.callAsText()).result) as Body;
}
