import type { FormatError } from './error-sentences.ts';

let load: (() => Promise<FormatError>) | undefined;
let loaded: Promise<FormatError> | undefined;

/** Whoever starts a screen says how its refusals are said; nothing is loaded before the first of them. */
export function setErrorTexts(how: (() => Promise<FormatError>) | undefined): void {
  load = how;
  loaded = undefined;
}

async function loadFormatter(): Promise<FormatError | undefined> {
  loaded ??= load?.();
  try {
    return await loaded;
  } catch {
    // Away from the network: the English sentence is better than none, and the next refusal tries again.
    loaded = undefined;
    return undefined;
  }
}

/** A sentence of a refusal that did not come by `call`, in the reader's language. */
export async function errorText(sentence: string, code?: string): Promise<string> {
  const say = await loadFormatter();
  return say ? say(sentence, code) : sentence;
}

/**
 * The one way from a screen to a service of ours: `fetch`, whose refusals speak the reader's language. The wire client
 * goes through it too, so that whatever a screen shows of an error is already said.
 */
export const call: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  if (response.ok || !load || !response.headers.get('content-type')?.includes('json')) return response;
  const text = await response.text();
  const { status, statusText, headers } = response;
  return new Response(text === '' ? null : await translated(text), { status, statusText, headers });
};

async function translated(text: string): Promise<string> {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return text;
  }
  const say = await loadFormatter();
  if (!say) return text;
  const { translateErrorBody: sayInBody } = await import('./error-sentences.ts');
  return JSON.stringify(sayInBody(body, say));
}
