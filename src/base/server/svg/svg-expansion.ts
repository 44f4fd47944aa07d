import { ImmenseXml, type XmlElement } from '#base/shared/xml-tree.ts';

/** Maximum number of elements after every `use` is expanded. */
const PARTS = 200_000;
/** Maximum nesting depth then. */
const LEVELS = 500;

type Size = { parts: number; levels: number };

/**
 * Rejects a small SVG that expands to an immense one: `use` elements that reference `use` elements.
 * @throws {ImmenseXml}
 */
export function checkExpansion(root: XmlElement): void {
  const named = new Map<string, XmlElement>();
  const sizes = new Map<XmlElement, Size | 'under way'>();

  function name(element: XmlElement): void {
    const id = element.attributes.find((attribute) => attribute.space === '' && attribute.name === 'id')?.value;
    if (id !== undefined && !named.has(id)) named.set(id, element);
    for (const child of element.children) if (typeof child !== 'string') name(child);
  }

  function sizeOf(element: XmlElement, above: number): Size {
    const cached = sizes.get(element);
    // A recursive `use` never ends.
    if (cached === 'under way' || above > LEVELS) throw new ImmenseXml();
    if (cached) return cached;
    sizes.set(element, 'under way');
    const size = { parts: 1, levels: 1 };
    const add = (inner: Size) => {
      size.parts += inner.parts;
      size.levels = Math.max(size.levels, inner.levels + 1);
      if (size.parts > PARTS || size.levels > LEVELS) throw new ImmenseXml();
    };
    for (const child of element.children) if (typeof child !== 'string') add(sizeOf(child, above + 1));
    if (element.name === 'use') {
      for (const { name: attribute, value } of element.attributes) {
        const target = attribute === 'href' ? named.get(value.slice(1)) : undefined;
        if (target) add(sizeOf(target, above + 1));
      }
    }
    sizes.set(element, size);
    return size;
  }

  name(root);
  sizeOf(root, 0);
}
