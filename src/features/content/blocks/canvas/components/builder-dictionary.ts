/** Puck's own texts, by its keys; ours are under `words`, with the same structure. */
const keys = {
  'header-undo': 'builder.undo',
  'header-redo': 'builder.redo',
  'action-selectparent': 'words.selectParent',
  'action-duplicate': 'words.duplicate',
  'action-delete': 'words.delete',
  'label-page': 'words.page',
  'label-component': 'words.block',
  'outline-empty': 'words.nothingYet',
  'outline-item-collapse': 'words.collapse',
  'outline-item-expand': 'words.expand',
  'outline-header-title': 'words.outline',
  'outline-header-collapseall': 'words.collapseAll',
  'outline-item-duplicate': 'words.duplicate',
  'outline-item-delete': 'words.delete',
  'field-arrayitem-duplicate': 'words.duplicate',
  'field-arrayitem-delete': 'words.delete',
  'viewport-zoom-in': 'words.zoomIn',
  'viewport-zoom-out': 'words.zoomOut',
  'viewport-toggle-menu': 'words.widths',
  'viewport-switch-default': 'words.widths',
  'plugin-blocks': 'words.blocks',
  'plugin-outline': 'words.outline',
  'plugin-fields': 'words.fields',
  'plugin-components': 'words.blocks',
  'header-toggle-leftsidebar': 'words.toggleLeft',
  'header-toggle-rightsidebar': 'words.toggleRight',
  'header-toggle-menubar': 'words.toggleMenu',
  'layout-maximize': 'words.maximize',
  'layout-minimize': 'words.minimize',
  'loader-loading': 'words.loading',
} as const;

/** Text with or without a `{name}` placeholder. */
const withName = {
  'drawer-category-collapse': { key: 'ui:sort.collapse', options: { name: '{title}' } },
  'drawer-category-expand': { key: 'ui:sort.expand', options: { name: '{title}' } },
} as const;
const fixed = { 'viewport-switch': '{label}', 'viewport-zoom-auto': '{zoom}%', 'field-arrayitem-summary': '{index}' };

export function builderDictionary(words: (key: string, options?: Record<string, string>) => string): Dictionary {
  return {
    ...Object.fromEntries(Object.entries(keys).map(([asked, ours]) => [asked, words(ours)])),
    ...Object.fromEntries(Object.entries(withName).map(([asked, { key, options }]) => [asked, words(key, options)])),
    ...fixed,
  };
}

type Dictionary = Record<string, string>;
