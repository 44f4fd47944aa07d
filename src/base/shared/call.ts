import { type SayRefusal, sayInBody } from './refusal-sentences.ts';

let load: (() => Promise<SayRefusal>) | undefined;
let loaded: Promise<SayRefusal> | undefined;

/** Whoever starts a screen says how its refusals are said; nothing is loaded before the first of them. */
export function speakRefusals(how: (() => Promise<SayRefusal>) | undefined): void {
  load = how;
  loaded = undefined;
}

/** A sentence of a refusal that did not come by `call`, in the reader's language. */
export async function sayRefusal(sentence: string, code?: string): Promise<string> {
  if (!load) return sentence;
  loaded ??= load();
  try {
    return (await loaded)(sentence, code);
  } catch {
    // Away from the network the other texts are not to be had either: the English one is better than none.
    loaded = undefined;
    return sentence;
  }
}

/**
 * The one way from a screen to a service of ours: `fetch`, whose refusals speak the reader's language. The wire client
 * goes through it too, so that whatever a screen shows of an error is already said.
 */
export const call: typeof fetch = async (input, init) => {
  const answer = await fetch(input, init);
  if (answer.ok || !load || !answer.headers.get('content-type')?.includes('json')) return answer;
  const text = await answer.text();
  const { status, statusText, headers } = answer;
  return new Response(await saidText(text), { status, statusText, headers });
};

async function saidText(text: string): Promise<string> {
  try {
    const body: unknown = JSON.parse(text);
    loaded ??= load?.();
    return loaded ? JSON.stringify(sayInBody(body, await loaded)) : text;
  } catch {
    loaded = undefined;
    return text;
  }
}
