import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import type { OwnMember } from '#base/browser/member.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Avatar } from '#ui/display/avatar.tsx';
import { Note } from '#ui/display/states.tsx';
import { RadioGroup } from '#ui/fields/choice.tsx';
import { Form } from '#ui/fields/form.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { useAction } from '#ui/fields/use-action.ts';
import { showError, showToast } from '#ui/overlays/toaster.tsx';
import {
  confirmFamilyLink,
  type FamilyLink,
  familyQuery,
  removeFamilyLink,
  requestFamilyLink,
} from '../family/data.ts';
import { isEmail } from '../rules.ts';

/** The member's parents and children on this site, pending requests, and a form to request a link. */
export function FamilySection({ member }: { member: OwnMember }) {
  const { t } = useTranslation('members');
  const db = useDb();
  const queries = useQueryClient();
  const links = useQuery(familyQuery(db, member.account_id)).data ?? [];
  const [email, setEmail] = useState('');
  const [relation, setRelation] = useState('parent');
  const [fieldProblem, setFieldProblem] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [requested, setRequested] = useState<string>();
  const { run: act, isRunning: isBusy } = useAction();
  const refresh = () => queries.invalidateQueries({ queryKey: ['members', member.account_id, 'family'] });

  function sendRequest() {
    return act(async () => {
      setProblem(undefined);
      setRequested(undefined);
      if (!isEmail(email.trim())) return setFieldProblem(t('problem.email'));
      try {
        await requestFamilyLink(db, member.account_id, email.trim(), relation === 'parent');
        setRequested(email.trim());
        setEmail('');
      } catch (error) {
        setProblem((error as Error).message || t('problem.unknown'));
      }
    });
  }
  async function run(change: Promise<void>, successMessage: string) {
    try {
      await change;
      showToast(successMessage);
    } catch (error) {
      showError((error as Error).message);
    }
    await refresh();
  }
  const relationLabel = (link: FamilyLink) => {
    if (link.is_confirmed) return t(link.is_my_parent ? 'family.isParent' : 'family.isChild');
    return t(link.is_my_parent ? 'family.wantsParent' : 'family.wantsChild');
  };
  return (
    <div className="grid gap-4">
      {links.length > 0 ? (
        <ul className="list card overflow-hidden">
          {links.map((link) => (
            <li key={link.id} className="list-row flex-wrap">
              <span className="min-w-0 flex-1">
                <Avatar
                  name={link.name}
                  note={relationLabel(link)}
                  hueKey={link.user_id}
                  sources={link.avatar ? [link.avatar] : []}
                />
              </span>
              {link.is_confirmed ? null : (
                <Button
                  size="sm"
                  variant="primary"
                  onPress={() => void run(confirmFamilyLink(db, link.id), t('family.confirmed', { name: link.name }))}
                >
                  {t('family.confirm')}
                </Button>
              )}
              <Button
                size="sm"
                aria-label={t(link.is_confirmed ? 'family.endWith' : 'family.declineOf', { name: link.name })}
                onPress={() =>
                  void run(removeFamilyLink(db, member.account_id, link.id), t('family.ended', { name: link.name }))
                }
              >
                {t(link.is_confirmed ? 'family.end' : 'family.decline')}
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      <Form label={t('family.title')} onSubmit={() => void sendRequest()} problem={problem}>
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
          value={email}
          onChange={(text) => {
            setEmail(text);
            setFieldProblem(undefined);
          }}
          errorMessage={fieldProblem}
        />
        <Button className="w-max" type="submit" isBusy={isBusy} isDisabled={email.trim() === ''}>
          {t('family.ask')}
        </Button>
      </Form>
    </div>
  );
}
