import { Search, X } from 'lucide-react';
import {
  SearchField as Base,
  type SearchFieldProps as BaseProps,
  Button,
  Group,
  Input,
  Label,
} from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { classNames } from '../layout/class-names.ts';

export type SearchFieldProps = Omit<BaseProps, 'children' | 'className'> & {
  /** The accessible name; also the placeholder. */
  label: string;
  placeholder?: string;
  className?: string;
};

/** A search box: Escape and the cross clear it. */
export function SearchField({ label, placeholder, className, ...rest }: SearchFieldProps) {
  const { t } = useTranslation('ui');
  return (
    <Base {...rest} className={classNames('field', className)}>
      {({ isEmpty }) => (
        <>
          <Label className="vh">{label}</Label>
          <Group className="input">
            <Search aria-hidden="true" />
            <Input placeholder={placeholder ?? label} />
            {!isEmpty && (
              <Button className="input-btn" aria-label={t('search.clear')}>
                <X aria-hidden="true" />
              </Button>
            )}
          </Group>
        </>
      )}
    </Base>
  );
}
