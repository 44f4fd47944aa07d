import { useEffect, useEffectEvent, useRef } from 'react';
import { useShortcutsOn } from '#base/browser/shortcuts.ts';
import { isForIts, type Meaning, nothingPressed, read } from './key-reading.ts';

/** Calls back for each shortcut pressed on this page, while the person has shortcuts switched on. */
export function useShortcuts(onMeaning: (meaning: NonNullable<Meaning>) => boolean): void {
  const { isOn } = useShortcutsOn();
  const reading = useRef(nothingPressed);
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || isForIts(event.target)) {
      reading.current = nothingPressed;
      return;
    }
    const next = read(reading.current, event, event.timeStamp);
    reading.current = next.reading;
    // A handled key must not also be typed into what it opened.
    if (next.meaning && onMeaning(next.meaning)) event.preventDefault();
  });
  useEffect(() => {
    if (!isOn) return;
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [isOn]);
}
