import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

/** Ctrl or ⌘ K, wherever the focus is: also in text fields. */
export function useCommandKey(onPress: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isK = event.key.toLowerCase() === 'k' || event.code === 'KeyK';
    if (!isK || !(event.metaKey || event.ctrlKey) || event.altKey || event.shiftKey) return;
    event.preventDefault();
    onPress();
  });
  useEffect(() => {
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}

const isApple = () => /mac|iphone|ipad/i.test(navigator.platform);

/** The shortcut's label on this platform; while the server renders, the most common one. */
export function useCommandKeyName(): string {
  return useSyncExternalStore(
    () => () => {},
    () => (isApple() ? '⌘K' : 'Ctrl K'),
    () => 'Ctrl K',
  );
}
