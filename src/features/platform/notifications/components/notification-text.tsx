import { createElement, Fragment, type ReactNode, useMemo } from 'react';
import { useHydrated } from '#ui/layout/use-hydrated.ts';

const plain = new Map([
  ['B', 'b'],
  ['STRONG', 'strong'],
  ['I', 'i'],
  ['EM', 'em'],
  ['CODE', 'code'],
] as const);

/** What of a message's HTML is shown: emphasis and line breaks. Links are the line's own; anything else is its text. */
function nodesOf(parent: Node): ReactNode {
  const nodes = [...parent.childNodes].map((node): ReactNode => {
    if (node.nodeType === Node.TEXT_NODE) return node.textContent;
    if (!(node instanceof Element) || node.tagName === 'SCRIPT' || node.tagName === 'STYLE') return null;
    const Tag = node.tagName === 'BR' ? 'br' : plain.get(node.tagName as 'B');
    if (Tag === 'br') return createElement(Tag);
    return Tag ? createElement(Tag, null, nodesOf(node)) : nodesOf(node);
  });
  // As separate children they need no keys: a message never changes.
  return createElement(Fragment, null, ...nodes);
}

const signs: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: '\u00a0' };

/** The words alone, for the server: it has nothing that reads HTML for a screen. */
function wordsOf(html: string): string {
  return html.replace(/<[^>]*>/g, '').replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => signs[name] ?? '');
}

/** A notification's message; where we said it, in the direction of the interface whatever name it begins with. Its emphasis comes with the browser. */
export function NotificationText({ html, isSaid }: { html: string; isSaid: boolean }) {
  const isHydrated = useHydrated();
  const nodes = useMemo(
    () => (isHydrated ? nodesOf(new DOMParser().parseFromString(html, 'text/html').body) : wordsOf(html)),
    [html, isHydrated],
  );
  return (
    <span className="break-words" dir={isSaid ? undefined : 'auto'}>
      {nodes}
    </span>
  );
}
