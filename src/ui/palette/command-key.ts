import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

/** Ctrl or ⌘ K, from wherever the focus is: also while one writes. */
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

/** How the keys are printed here; while the server renders, as on most machines. */
export function useCommandKeyName(): string {
  return useSyncExternalStore(
    () => () => {},
    () => (isApple() ? '⌘K' : 'Ctrl K'),
    () => 'Ctrl K',
  );
}
