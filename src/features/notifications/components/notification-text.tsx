import { createElement, Fragment, type ReactNode, useMemo } from 'react';

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

/** A notification's message; where we said it, in the direction of the interface whatever name it begins with. Read in the browser alone, where signed-in people are. */
export function NotificationText({ html, isSaid }: { html: string; isSaid: boolean }) {
  const nodes = useMemo(() => nodesOf(new DOMParser().parseFromString(html, 'text/html').body), [html]);
  return (
    <span className="break-words" dir={isSaid ? undefined : 'auto'}>
      {nodes}
    </span>
  );
}
