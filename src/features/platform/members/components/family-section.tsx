import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import type { OwnMember } from '#base/browser/member.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Avatar } from '#ui/display/avatar.tsx';
import { Note } from '#ui/display/states.tsx';
import { RadioGroup, Switch } from '#ui/fields/choice.tsx';
import { Form } from '#ui/fields/form.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
import {
  confirmFamilyLink,
  type FamilyLink,
  familyQuery,
  removeFamilyLink,
  requestFamilyLink,
  setFamilyGrades,
} from '../family/data.ts';
import { isEmail } from '../rules.ts';
import { ParentCodes } from './parent-codes.tsx';
import { UseCodeForm } from './use-code-form.tsx';

/** The member's parents and children on this site, pending requests, and a form to request a link. */
export function FamilySection({ member }: { member: OwnMember }) {
  return (
    <div className="grid gap-4">
      <FamilyList account_id={member.account_id} />
      <div className="grid items-start gap-6 md:grid-cols-2">
        <UseCodeForm account_id={member.account_id} />
        <ParentCodes account_id={member.account_id} childId={member.id} />
      </div>
      <RequestForm account_id={member.account_id} />
    </div>
  );
}

/** The links, each to end, and the requests, each to confirm or decline. */
function FamilyList({ account_id }: { account_id: string }) {
  const { t } = useTranslation('members');
  const db = useDb();
  const links = useQuery(familyQuery(db, account_id)).data ?? [];
  const changing = useSave(({ write }: { write: () => Promise<void>; done: string }) => write(), {
    done: (_, { done }) => done,
    invalidates: [['members', account_id, 'family']],
  });
  const run = (write: () => Promise<void>, done: string) => void changing.save({ write, done });
  const relationLabel = (link: FamilyLink) => {
    if (link.is_confirmed) return t(link.is_my_parent ? 'family.isParent' : 'family.isChild');
    return t(link.is_my_parent ? 'family.wantsParent' : 'family.wantsChild');
  };
  if (links.length === 0) return null;
  return (
    <ul className="list card overflow-hidden">
      {links.map((link) => (
        <li key={link.id} className="list-row flex-wrap">
          <span className="min-w-0 grow basis-48">
            <Avatar
              name={link.name}
              note={relationLabel(link)}
              hueKey={link.user_id}
              sources={link.avatar ? [link.avatar] : []}
            />
          </span>
          {link.is_confirmed ? (
            link.is_my_parent && (
              <Switch
                isSelected={link.sees_grades}
                onChange={(isOn) => run(() => setFamilyGrades(db, link.id, isOn), t('family.saved'))}
              >
                {t('family.seesGrades')}
                <span className="vh">: {link.name}</span>
              </Switch>
            )
          ) : (
            <Button
              size="sm"
              variant="primary"
              onPress={() => run(() => confirmFamilyLink(db, link.id), t('family.confirmed', { name: link.name }))}
            >
              {t('family.confirm')}
            </Button>
          )}
          <Button
            size="sm"
            aria-label={t(link.is_confirmed ? 'family.endWith' : 'family.declineOf', { name: link.name })}
            onPress={() => run(() => removeFamilyLink(db, account_id, link.id), t('family.ended', { name: link.name }))}
          >
            {t(link.is_confirmed ? 'family.end' : 'family.decline')}
          </Button>
        </li>
      ))}
    </ul>
  );
}

function RequestForm({ account_id }: { account_id: string }) {
  const { t } = useTranslation('members');
  const db = useDb();
  const [relation, setRelation] = useState('parent');
  const [requested, setRequested] = useState<string>();
  const draft = useDraft({
    saved: { email: '' },
    validate: ({ email }) => ({ email: isEmail(email.trim()) ? undefined : t('problem.email') }),
  });
  const { save, isSaving, problem } = useSave(
    async () => {
      setRequested(undefined);
      const email = draft.values.email.trim();
      await requestFamilyLink(db, account_id, email, relation === 'parent');
      setRequested(email);
      draft.discard();
    },
    { form: draft },
  );
  return (
    <Form label={t('family.title')} onSubmit={() => void save()} problem={problem}>
      {requested ? <Note tone="success">{t('family.asked', { email: requested })}</Note> : null}
      <RadioGroup
        label={t('family.who')}
        value={relation}
        onChange={setRelation}
        options={[
          { id: 'parent', label: t('family.follow') },
          { id: 'child', label: t('family.beFollowed') },
        ]}
      />
      <TextField
        className="max-w-md"
        label={t('family.email')}
        type="email"
        inputMode="email"
        autoComplete="off"
        maxLength={320}
        {...draft.field('email')}
      />
      <Button className="w-max" type="submit" isBusy={isSaving} isDisabled={draft.values.email.trim() === ''}>
        {t('family.ask')}
      </Button>
    </Form>
  );
}
