import { useQuery } from '@tanstack/react-query';
import { Copy, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { Button } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { Note } from '#ui/display/states.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import { Checkbox } from '#ui/fields/choice.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { copyText } from '#ui/overlays/copy-text.ts';
import { createFamilyCode, familyCodesQuery, removeFamilyCode } from '../family/data.ts';

/** Codes for the parents of a member: a new one is shown once, open ones can be deleted. */
export function ParentCodes({ account_id, childId }: { account_id: string; childId: string }) {
  const { t } = useTranslation('members');
  const db = useDb();
  const [seesGrades, setSeesGrades] = useState(true);
  const [made, setMade] = useState<string>();
  const codes = useQuery(familyCodesQuery(db, account_id, childId)).data ?? [];
  const invalidates = [['members', account_id, 'family-codes', childId]];
  const making = useSave(() => createFamilyCode(db, account_id, childId, seesGrades), {
    invalidates,
    onSaved: ({ code }) => setMade(code),
  });
  const removing = useSave((id: string) => removeFamilyCode(db, account_id, id), {
    invalidates,
    done: t('family.codeDeleted'),
  });
  return (
    <section className="grid gap-3" aria-label={t('family.codes')}>
      <p className="field-label">{t('family.codes')}</p>
      <p className="help">{t('family.codesHelp')}</p>
      <Checkbox isSelected={seesGrades} onChange={setSeesGrades}>
        {t('family.withGrades')}
      </Checkbox>
      <Button className="w-max" isBusy={making.isSaving} onPress={() => void making.save(undefined)}>
        {t('family.makeCode')}
      </Button>
      {made ? <NewCode code={made} /> : null}
      {codes.length > 0 ? (
        <ul className="grid gap-1 text-sm">
          {codes.map((code) => (
            <li key={code.id} className="flex items-center justify-between gap-2">
              <span>
                {t(code.sees_grades ? 'family.openCode' : 'family.openCodeNoGrades')}{' '}
                <RelativeTime when={code.expires_at} />
              </span>
              <IconButton
                size="sm"
                icon={X}
                label={t('family.deleteCode')}
                onPress={() => {
                  setMade(undefined);
                  void removing.save(code.id);
                }}
              />
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

function NewCode({ code }: { code: string }) {
  const { t } = useTranslation('members');
  return (
    <Note tone="success">
      <span className="grid gap-2">
        <span className="flex flex-wrap items-center gap-3">
          <output className="num text-lg font-semibold tracking-wider" dir="ltr">
            {code}
          </output>
          <Button size="sm" icon={Copy} onPress={() => copyText(code, t('providers.copied'), t('problem.unknown'))}>
            {t('providers.copy')}
          </Button>
        </span>
        {t('family.codeOnce')}
      </span>
    </Note>
  );
}
