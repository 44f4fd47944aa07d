import { request } from 'node:http';

/** A payment provider on this machine: it speaks the protocol of one, keeps what happened, signs its messages, and fails on demand. */
export type LocalPayments = {
  provider: 'stripe' | 'paypal' | 'razorpay';
  /** What the owner of a shop enters, and keys that are rejected. */
  keys: Record<string, string>;
  wrongKeys: Record<string, string>;
  /** Where the product finds the server. */
  variables: Record<string, string>;
  /** The owner gives back an amount of the payment behind a page on the provider's own dashboard. */
  refundThere(page: string, amount: number): void;
  /** From now on the methods that are kept are declined, or not any more; one that is kept later is not. */
  declineKept(isDeclined: boolean): void;
  /** The bank of the buyer takes the money back. */
  dispute(page: string): void;
  /** It decides for the shop, or for the buyer. */
  decideDispute(page: string, outcome: 'won' | 'lost'): void;
  /** The bank sends its owner a new card for the one that was kept last: another expiry. Or the buyer removes it at the provider. */
  changeKept(change: { exp_month: number; exp_year: number } | 'removed'): void;
  /** How many methods are kept. */
  keptCount(): number;
  /** Somebody pays the shop by the provider without us. */
  payElsewhere(amount: number, currency: string): void;
  /** The signed messages that were not taken yet, oldest first. */
  takeMessages(): SignedMessage[];
  /** Where messages are sent to as they are made; without it they wait to be taken. */
  sendTo(address: string | null): void;
  /** What happens to the next request for a path: the work is done and the response lost, or nothing is done. */
  fault(path: RegExp, fault: 'lost' | 'down'): void;
  /** How many payments were charged and not given back, and what the shop has of them, without fees and what was paid elsewhere. */
  taken(): { count: number; amount: number };
  close(): Promise<void>;
};

export type SignedMessage = { type: string; body: string; headers: Record<string, string> };

/**
 * Sends a message to a shop on this machine, whose host Node's resolver does not know. The provider waits for nobody: a message
 * that is lost is what the product has to live with.
 */
export function postMessage(address: string, { body, headers }: SignedMessage): void {
  const { host, port, pathname } = new URL(address);
  const outgoing = request({
    host: '127.0.0.1',
    port,
    path: pathname,
    method: 'POST',
    headers: { ...headers, host, 'content-type': 'application/json' },
  });
  outgoing.on('error', () => {}).on('response', (response) => response.resume());
  outgoing.end(body);
}

/** What a buyer does on the page of a provider; resolves to where they are sent. */
export async function actOnPage(page: string, act: 'pay' | 'decline' | 'cancel'): Promise<string> {
  const response = await fetch(page, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `act=${act}`,
  });
  if (response.status >= 400) throw new Error(`The page answered ${response.status}: ${await response.text()}`);
  return response.headers.get('location') ?? '';
}

/** The page on which a buyer leaves a payment method and pays nothing. */
export function setupPage(name: string, description: string, note = ''): string {
  return paymentPage(name, description, '', note)
    .replace('value="pay">Pay<', 'value="pay">Save card<')
    .replace('Pay with a declined card', 'Save a declined card');
}

/** The page a buyer pays on, for a browser. */
export function paymentPage(name: string, description: string, amount: string, note = ''): string {
  const text = (value: string) => value.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${name}</title><meta name="viewport" content="width=device-width">
<main><h1>${name}</h1><p>${text(description)}</p><p>${text(amount)}</p><p role="status">${text(note)}</p>
<form method="post"><label>Card number <input name="card" autocomplete="cc-number" value="4242 4242 4242 4242"></label>
<button name="act" value="pay">Pay</button> <button name="act" value="decline">Pay with a declined card</button>
<button name="act" value="cancel">Back to the shop</button></form></main></html>`;
}
