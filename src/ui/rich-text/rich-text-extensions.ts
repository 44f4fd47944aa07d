import { Image } from '@tiptap/extension-image';
import { tableEditing } from '@tiptap/pm/tables';
import { Extension, getExtensionField, mergeAttributes, Node } from '@tiptap/react';
import { moveInTable } from './rich-text-table.ts';

declare module '@tiptap/core' {
  interface NodeConfig<Options, Storage> {
    /** The role of a node in prosemirror-tables. */
    tableRole?: 'table' | 'row' | 'cell' | 'header_cell';
  }
}

export const calloutKinds = ['note', 'tip', 'warning'] as const;
export type CalloutKind = (typeof calloutKinds)[number];

/** Assigns table roles to nodes. */
const TableRoles = Extension.create({
  name: 'tableRoles',
  extendNodeSchema(extension) {
    const tableRole = getExtensionField<string | undefined>(extension, 'tableRole');
    return tableRole ? { tableRole } : {};
  },
});

const Table = Node.create({
  name: 'table',
  tableRole: 'table',
  content: 'tableRow+',
  group: 'block',
  isolating: true,
  parseHTML: () => [{ tag: 'table' }],
  renderHTML: () => ['table', ['tbody', 0]],
  addProseMirrorPlugins: () => [tableEditing()],
  addKeyboardShortcuts() {
    return { Tab: () => moveInTable(this.editor, 1), 'Shift-Tab': () => moveInTable(this.editor, -1) };
  },
});

const TableRow = Node.create({
  name: 'tableRow',
  tableRole: 'row',
  content: '(tableCell | tableHeader)+',
  parseHTML: () => [{ tag: 'tr' }],
  renderHTML: () => ['tr', 0],
});

const span = (name: 'colspan' | 'rowspan') => ({
  default: 1,
  parseHTML: (element: HTMLElement) => Math.min(20, Math.max(1, Number(element.getAttribute(name)) || 1)),
  renderHTML: (attributes: Record<string, unknown>) => (attributes[name] === 1 ? {} : { [name]: attributes[name] }),
});

const cell = (name: string, tag: 'td' | 'th', tableRole: 'cell' | 'header_cell') =>
  Node.create({
    name,
    tableRole,
    content: 'block+',
    isolating: true,
    addAttributes: () => ({
      colspan: span('colspan'),
      rowspan: span('rowspan'),
      colwidth: { default: null, rendered: false },
    }),
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, mergeAttributes(HTMLAttributes), 0],
  });

/** A callout: a note, a tip, a warning. */
const Callout = Node.create({
  name: 'callout',
  content: 'block+',
  group: 'block',
  defining: true,
  addAttributes: () => ({
    kind: {
      default: 'note',
      parseHTML: (element: HTMLElement) => calloutKinds.find((kind) => kind === element.dataset.callout) ?? 'note',
      renderHTML: ({ kind }: Record<string, unknown>) => ({ 'data-callout': kind }),
    },
  }),
  parseHTML: () => [{ tag: 'aside[data-callout]' }],
  renderHTML: ({ HTMLAttributes }) => ['aside', mergeAttributes(HTMLAttributes), 0],
});

/** A third-party embed: only its URL, which a page renders as a consent prompt. */
const Embed = Node.create({
  name: 'embed',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({
    address: {
      default: '',
      parseHTML: (element: HTMLElement) => element.dataset.embedAddress ?? '',
      renderHTML: ({ address }: Record<string, unknown>) => ({ 'data-embed-address': address }),
    },
  }),
  parseHTML: () => [{ tag: 'figure[data-embed-address]' }],
  renderHTML: ({ HTMLAttributes }) => ['figure', mergeAttributes(HTMLAttributes)],
});

/** An image with its dimensions, to prevent layout shift. */
const Picture = Image.extend({
  addAttributes() {
    return { ...this.parent?.(), width: { default: null }, height: { default: null } };
  },
});

/** Images are block nodes, referenced by URL only. */
export const pictureExtension = Picture.configure({ inline: false, allowBase64: false });

/** The extensions of long texts besides basic formatting. */
export const longTextExtensions = [
  TableRoles,
  Table,
  TableRow,
  cell('tableCell', 'td', 'cell'),
  cell('tableHeader', 'th', 'header_cell'),
  Callout,
  Embed,
];
