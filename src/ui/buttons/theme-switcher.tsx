import { Moon, MoonStar, Sun } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Segmented } from '../fields/segmented.tsx';
import { MenuButton } from '../overlays/menu.tsx';
import { IconButton } from './icon-button.tsx';

export const themeNames = ['light', 'dark', 'night'] as const;
export type ThemeName = (typeof themeNames)[number];

/** The local storage key of the theme. */
const storageKey = 'theme';
const icons = { light: Sun, dark: Moon, night: MoonStar };
const listeners = new Set<() => void>();

function isThemeName(value: unknown): value is ThemeName {
  return themeNames.some((name) => name === value);
}

function readTheme(): ThemeName {
  const value = document.documentElement.dataset.theme;
  return isThemeName(value) ? value : 'light';
}

/** Applies and stores a theme. Without storage (a private window) it lasts as long as the page. */
export function setTheme(name: ThemeName): void {
  document.documentElement.dataset.theme = name;
  try {
    localStorage.setItem(storageKey, name);
  } catch {
    // no storage to keep it in
  }
  for (const listener of listeners) listener();
}

/**
 * The current theme, and a setter. On the server it is light: an inline script sets the stored theme before the first
 * paint.
 */
export function useTheme(): [ThemeName, (name: ThemeName) => void] {
  const theme = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    readTheme,
    () => 'light' as const,
  );
  return [theme, setTheme];
}

/** The three themes side by side, or in a menu of a toolbar. */
export function ThemeSwitcher({ isCompact }: { isCompact?: boolean }) {
  const { t } = useTranslation('ui');
  const [theme, change] = useTheme();
  const options = themeNames.map((id) => ({ id, label: t(`theme.${id}`), icon: icons[id] }));
  if (!isCompact) return <Segmented label={t('theme.label')} options={options} value={theme} onChange={change} />;
  return (
    <MenuButton
      label={t('theme.label')}
      placement="bottom end"
      trigger={<IconButton label={`${t('theme.label')}: ${t(`theme.${theme}`)}`} icon={icons[theme]} />}
      groups={[
        {
          id: 'theme',
          items: options,
          selectionMode: 'single',
          selectedIds: [theme],
          onSelect: ([id]) => isThemeName(id) && change(id),
        },
      ]}
    />
  );
}
