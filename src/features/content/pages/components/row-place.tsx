import { createUsePuck, type UiState } from '@puckeditor/core';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { createContext, type ReactNode, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/buttons/button.tsx';
import { withRowMoved } from '../rules.ts';

type Rows = { value: unknown; onChange: (value: never, ui?: Partial<UiState>) => void; id?: string };

const List = createContext<Rows | null>(null);
const usePuck = createUsePuck();

/** A list of rows as the builder draws it, which each of its rows may be put in another order in. */
export function ListField({ children, value, onChange, id }: Rows & { children: ReactNode }) {
  return <List value={{ value, onChange, id }}>{children}</List>;
}

/** In a row: to put it elsewhere without dragging it. `name` is the builder's, as `items[2].place`. */
export function RowPlace({ name }: { name: string }) {
  const { t } = useTranslation('pages');
  const list = useContext(List);
  const states = usePuck((puck) => puck.appState.ui.arrayState);
  const at = Number(/\[(\d+)\][^[\]]*$/.exec(name)?.[1]);
  if (!list || !Array.isArray(list.value)) return null;
  const rows: unknown[] = list.value;
  const state = list.id ? states[list.id] : undefined;
  const button = (step: -1 | 1) => {
    const moved = withRowMoved(rows, at, step);
    const items = state && withRowMoved(state.items, at, step);
    return (
      <Button
        size="sm"
        icon={step < 0 ? ArrowUp : ArrowDown}
        isDisabled={!moved}
        onPress={() => {
          if (!moved) return;
          // What the builder knows of a row, that it is open for one, moves along.
          const ui =
            state && items && list.id
              ? {
                  arrayState: {
                    ...states,
                    [list.id]: { ...state, items: items.map((item, index) => ({ ...item, _currentIndex: index })) },
                  },
                }
              : undefined;
          list.onChange(moved as never, ui as Partial<UiState> | undefined);
        }}
      >
        {t(step < 0 ? 'words.moveUp' : 'words.moveDown')}
      </Button>
    );
  };
  return (
    <div className="block-moves">
      {button(-1)}
      {button(1)}
    </div>
  );
}
