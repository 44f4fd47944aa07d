import type { FormatError } from './error-messages.ts';

let load: (() => Promise<FormatError>) | undefined;
let loaded: Promise<FormatError> | undefined;

/** Each screen registers how its error messages are translated; nothing is loaded before the first error. */
export function setErrorTexts(how: (() => Promise<FormatError>) | undefined): void {
  load = how;
  loaded = undefined;
}

async function loadFormatter(): Promise<FormatError | undefined> {
  loaded ??= load?.();
  try {
    return await loaded;
  } catch {
    // Offline: an English message is better than none, and the next error tries again.
    loaded = undefined;
    return undefined;
  }
}

/** Translates an error message that did not come by `call`. */
export async function errorText(sentence: string, code?: string): Promise<string> {
  const say = await loadFormatter();
  return say ? say(sentence, code) : sentence;
}

/**
 * A `fetch` for our services that translates error messages. The db client uses it too, so any error message a screen
 * shows is already translated.
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
  const { translateErrorBody: sayInBody } = await import('./error-messages.ts');
  return JSON.stringify(sayInBody(body, say));
}
