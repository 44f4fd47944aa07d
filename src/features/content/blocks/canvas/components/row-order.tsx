import { createUsePuck, type UiState } from '@puckeditor/core';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { createContext, type ReactNode, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/buttons/button.tsx';
import { withRowMoved } from '../../document/rules.ts';

type Rows = { value: unknown; onChange: (value: unknown, ui?: Partial<UiState>) => void; id?: string };

const List = createContext<Rows | null>(null);
const usePuck = createUsePuck();

/** List field of the builder that lets its rows be reordered. */
export function ListField({ children, value, onChange, id }: Rows & { children: ReactNode }) {
  return <List value={{ value, onChange, id }}>{children}</List>;
}

/** Moves a list row without drag and drop. `name` is Puck's field name, such as `items[2].place`. */
export function RowPlace({ name }: { name: string }) {
  const { t } = useTranslation('blocks');
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
          // Puck's state of a row (whether it is open) moves along.
          const ui =
            state && items && list.id
              ? {
                  arrayState: {
                    ...states,
                    [list.id]: { ...state, items: items.map((item, index) => ({ ...item, _currentIndex: index })) },
                  },
                }
              : undefined;
          list.onChange(moved, ui);
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
