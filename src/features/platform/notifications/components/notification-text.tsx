import { createElement, Fragment, type ReactNode, useMemo } from 'react';
import { useHydrated } from '#ui/layout/use-hydrated.ts';

const plain = new Map([
  ['B', 'b'],
  ['STRONG', 'strong'],
  ['I', 'i'],
  ['EM', 'em'],
  ['CODE', 'code'],
] as const);

/** Sanitizes a message's HTML to emphasis and line breaks; anything else, links included, is rendered as text. */
function nodesOf(parent: Node): ReactNode {
  const nodes = [...parent.childNodes].map((node): ReactNode => {
    if (node.nodeType === Node.TEXT_NODE) return node.textContent;
    if (!(node instanceof Element) || node.tagName === 'SCRIPT' || node.tagName === 'STYLE') return null;
    const Tag = node.tagName === 'BR' ? 'br' : plain.get(node.tagName as 'B');
    if (Tag === 'br') return createElement(Tag);
    return Tag ? createElement(Tag, null, nodesOf(node)) : nodesOf(node);
  });
  // Spread as separate children they need no keys: a message never changes.
  return createElement(Fragment, null, ...nodes);
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: '\u00a0' };

/** The plain text, for server rendering: DOMParser exists only in a browser. */
function textOf(html: string): string {
  return html
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => entities[name] ?? '');
}

/**
 * A notification's message; a localized one takes the direction of the interface even if it begins with a name in
 * another script. Emphasis is added in the browser.
 */
export function NotificationText({ html, isLocalized }: { html: string; isLocalized: boolean }) {
  const isHydrated = useHydrated();
  const nodes = useMemo(
    () => (isHydrated ? nodesOf(new DOMParser().parseFromString(html, 'text/html').body) : textOf(html)),
    [html, isHydrated],
  );
  return (
    <span className="break-words" dir={isLocalized ? undefined : 'auto'}>
      {nodes}
    </span>
  );
}
