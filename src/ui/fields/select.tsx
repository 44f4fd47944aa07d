import { Check, ChevronDown, Plus } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import {
  Select as Base,
  ComboBox as BaseCombo,
  type ComboBoxProps as BaseComboProps,
  type SelectProps as BaseSelectProps,
  Button,
  Group,
  Input,
  type Key,
  ListBox,
  ListBoxContext,
  ListBoxItem,
  Popover,
  SelectValue,
  Text,
  useSlottedContext,
} from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { ContentText } from '../display/content-language.tsx';
import { classNames } from '../layout/class-names.ts';
import { FollowScroll } from '../layout/follow-scroll.ts';
import { FieldFoot, FieldLabel, type FieldTexts } from './field-parts.tsx';
import { InertOutside } from './inert-outside.ts';

export type SelectOption = {
  id: string;
  label: string;
  /** In which the label is written, where an account or an author wrote it. */
  language?: string;
  description?: ReactNode;
  icon?: ReactNode;
  isDisabled?: boolean;
};

function wordsOf({ label, language }: SelectOption): ReactNode {
  return language ? <ContentText language={language}>{label}</ContentText> : label;
}

function OptionItem({ option }: { option: SelectOption }) {
  return (
    <ListBoxItem id={option.id} textValue={option.label} isDisabled={option.isDisabled} className="menu-item">
      {({ isSelected }) => (
        <>
          {option.icon}
          <span className="menu-text">
            <Text slot="label">{wordsOf(option)}</Text>
            {option.description && (
              <Text slot="description" className="help block">
                {option.description}
              </Text>
            )}
          </span>
          {isSelected && <Check aria-hidden="true" />}
        </>
      )}
    </ListBoxItem>
  );
}

export type SelectProps = FieldTexts &
  Omit<
    BaseSelectProps<SelectOption>,
    'children' | 'className' | 'isInvalid' | 'items' | 'onChange' | 'value' | 'defaultValue'
  > & {
    options: readonly SelectOption[];
    value?: string | null;
    defaultValue?: string;
    onChange?: (id: string) => void;
    className?: string;
  };

/** A select: a listbox below the field; arrow keys and typeahead. */
export function Select({
  label,
  description,
  errorMessage,
  isOptional,
  options,
  value,
  defaultValue,
  onChange,
  placeholder,
  className,
  ...rest
}: SelectProps) {
  const { t } = useTranslation('ui');
  return (
    <Base
      validationBehavior="aria"
      {...rest}
      value={value}
      defaultValue={defaultValue}
      onChange={(key: Key | null) => key !== null && onChange?.(String(key))}
      placeholder={placeholder ?? t('select.choose')}
      isInvalid={errorMessage ? true : undefined}
      className={classNames('field', className)}
    >
      <FieldLabel label={label} isOptional={isOptional} />
      <Button className="input">
        <SelectValue className="select-value">
          {({ defaultChildren, isPlaceholder, selectedItems }) =>
            !isPlaceholder && selectedItems[0] ? wordsOf(selectedItems[0] as SelectOption) : defaultChildren
          }
        </SelectValue>
        <ChevronDown aria-hidden="true" />
      </Button>
      <FieldFoot description={description} errorMessage={errorMessage} />
      <Popover className="pop pop-field" offset={4}>
        <ListBox className="menu" items={options}>
          {(option) => <OptionItem option={option} />}
        </ListBox>
      </Popover>
    </Base>
  );
}

const createId = '\u0000create';

export type ComboBoxProps = FieldTexts &
  Omit<
    BaseComboProps<SelectOption>,
    'children' | 'className' | 'isInvalid' | 'items' | 'defaultItems' | 'onChange' | 'value' | 'defaultValue'
  > & {
    options: readonly SelectOption[];
    placeholder?: string;
    value?: string | null;
    defaultValue?: string;
    onChange?: (id: string | null) => void;
    /** Offers to create an option from the input where none matches. */
    onCreate?: (name: string) => void;
    /** The options are the server's results for the input; they are not filtered again. */
    isServerFiltered?: boolean;
    isLoading?: boolean;
    className?: string;
  };

/** A combo box for long lists: type to filter. */
export function ComboBox({
  label,
  description,
  errorMessage,
  isOptional,
  options,
  placeholder,
  value,
  defaultValue,
  onChange,
  onCreate,
  isServerFiltered,
  isLoading,
  inputValue,
  className,
  ...rest
}: ComboBoxProps) {
  const field = useRef<HTMLDivElement>(null);
  const typed = inputValue?.trim() ?? '';
  const canCreate =
    onCreate &&
    typed !== '' &&
    !options.some((option) => option.label.toLocaleLowerCase() === typed.toLocaleLowerCase());
  const items = canCreate ? [...options, { id: createId, label: typed }] : options;
  const source = isServerFiltered || onCreate ? { items } : { defaultItems: items };
  return (
    <BaseCombo
      validationBehavior="aria"
      menuTrigger="input"
      allowsEmptyCollection
      {...rest}
      {...source}
      inputValue={inputValue}
      value={value}
      defaultValue={defaultValue}
      onChange={(key: Key | null) => {
        if (key === createId) onCreate?.(typed);
        else onChange?.(key === null ? null : String(key));
      }}
      isInvalid={errorMessage ? true : undefined}
      className={classNames('field', className)}
    >
      <FieldLabel label={label} isOptional={isOptional} />
      <FollowScroll field={field} />
      <InertOutside field={field} />
      <Group className="input" ref={field}>
        <Input placeholder={placeholder} />
        <Button className="input-btn">
          <ChevronDown aria-hidden="true" />
        </Button>
      </Group>
      <FieldFoot description={description} errorMessage={errorMessage} />
      <ComboOptions isLoading={isLoading} />
    </BaseCombo>
  );
}

function ComboOptions({ isLoading }: Pick<ComboBoxProps, 'isLoading'>) {
  const { t } = useTranslation('ui');
  return (
    <Popover className="pop pop-field" offset={4}>
      <ListDialog>
        <ListBox<SelectOption>
          className="menu"
          renderEmptyState={() => <div className="menu-empty">{t(isLoading ? 'state.loading' : 'search.nothing')}</div>}
        >
          {(option) =>
            option.id === createId ? (
              <ListBoxItem id={createId} textValue={option.label} className="menu-item is-action">
                <Plus aria-hidden="true" />
                {t('select.create', { name: option.label })}
              </ListBoxItem>
            ) : (
              <OptionItem option={option} />
            )
          }
        </ListBox>
      </ListDialog>
    </Popover>
  );
}

/** The page is inert while the list is open, and so the list is a dialog, as that of a select; it has the list's name. */
function ListDialog({ children }: { children: ReactNode }) {
  const list = useSlottedContext(ListBoxContext);
  return (
    <div role="dialog" aria-label={list?.['aria-label']} aria-labelledby={list?.['aria-labelledby']}>
      {children}
    </div>
  );
}
