import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ExternalLink, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import type { BlockField, PickMaker } from '../../rules.ts';

type Choice = { id: string; label: string };

/** Select of the account's own records, fetched when the field is rendered. */
export function PickField(props: {
  label: string;
  /** Block and field, so that equal field names of two blocks don't share a cache entry. */
  name: string;
  field: Extract<BlockField, { kind: 'pick' }>;
  value: string;
  onChange: (value: string) => void;
}) {
  const { t } = useTranslation('blocks');
  const db = useDb();
  const { account_id } = useAccount();
  const queries = useQueryClient();
  const queryKey = ['block-choices', account_id, props.name];
  const { data = [], isError } = useQuery<Choice[]>({ queryKey, queryFn: () => props.field.from(db, account_id) });
  const picked = data.find(({ id }) => id === props.value);
  const isGone = props.value !== '' && data.length > 0 && !picked;
  return (
    <>
      <label className="frame-choice">
        {props.label}
        <select value={props.value} onChange={(event) => props.onChange(event.target.value)}>
          <option value="">{t(props.field.isNeeded ? 'frame.noneChosen' : 'frame.anyOne')}</option>
          {isGone ? <option value={props.value}>{t('frame.gone')}</option> : null}
          {data.map((option) => (
            <option key={option.id} value={option.id}>
              {option.label}
            </option>
          ))}
        </select>
        {isError ? <span role="alert">{t('list.failed')}</span> : null}
      </label>
      {props.field.make ? (
        <PickActions
          make={props.field.make}
          chosen={picked}
          onMade={(created) => {
            queries.setQueryData<Choice[]>(queryKey, (previous = []) => [...previous, created]);
            void queries.invalidateQueries({ queryKey });
            props.onChange(created.id);
          }}
        />
      ) : null}
    </>
  );
}

/** Creates a record to pick, and links to the editor of the picked one. */
function PickActions({
  make,
  chosen,
  onMade,
}: {
  make: PickMaker;
  chosen: Choice | undefined;
  onMade: (made: Choice) => void;
}) {
  const { t } = useTranslation(make.strings);
  const db = useDb();
  const { account_id } = useAccount();
  const { save: create, isSaving: isBusy } = useSave(async () => {
    onMade(await make.create(db, account_id, t));
  });
  return (
    <div className="mt-2 flex flex-wrap items-center gap-3">
      <Button size="sm" icon={Plus} isBusy={isBusy} onPress={() => void create()}>
        {t(make.label)}
      </Button>
      {chosen ? (
        // Opens a new window, so that the builder stays open.
        <a className="link" href={make.editAddress(chosen.id)} target="_blank" rel="noopener">
          {t(make.edit, { name: chosen.label })}
          <ExternalLink aria-hidden="true" size={14} />
        </a>
      ) : null}
    </div>
  );
}
