import { useTranslation } from 'react-i18next';
import { useFeatures } from '#base/browser/features.ts';
import { useMembership } from '#base/browser/member.ts';
import { useAccount } from '#base/browser/site.tsx';
import { Checkbox } from '#ui/fields/choice.tsx';
import { channels, hasOwnMail, isOn, kindsFor, type NotificationPreferences, withChoice } from '../rules.ts';

type Props = {
  preferences: NotificationPreferences;
  onChange: (preferences: NotificationPreferences) => void;
};

/** Checkboxes of notification kinds (rows) by channels (columns). */
export function ChannelTable({ preferences, onChange }: Props) {
  const { t } = useTranslation('notifications');
  const account = useAccount();
  const { role } = useMembership();
  const kinds = useFeatures().flatMap(({ notifications = [] }) => notifications);
  const visible = kindsFor(kinds, {
    isPlatform: account.is_platform,
    caps: role?.caps ?? [],
    features: account.features,
  });
  return (
    <div className="grid gap-3">
      <table className="w-full">
        <caption className="vh">{t('ways.title')}</caption>
        <thead>
          <tr>
            <th scope="col" className="text-start">
              <span className="vh">{t('ways.kind')}</span>
            </th>
            {channels.map((channel) => (
              <th key={channel} scope="col" className="w-18 pb-2 text-center font-semibold">
                {t(`ways.${channel}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {visible.map((kind) => (
            <ChannelRow key={kind} kind={kind} preferences={preferences} onChange={onChange} />
          ))}
        </tbody>
      </table>
      {visible.some(hasOwnMail) ? <p className="help">{t('ways.ownMail')}</p> : null}
    </div>
  );
}

function ChannelRow({ kind, preferences, onChange }: Props & { kind: string }) {
  const { t } = useTranslation('notifications');
  return (
    <tr className="border-t border-line">
      <th scope="row" className="py-2 pe-2 text-start font-normal">
        <span className="block font-medium">{t(`kind.${kind}`)}</span>
        <span className="help">{t(`kind.${kind}Text`)}</span>
      </th>
      {channels.map((channel) => (
        <td key={channel} className="text-center align-middle">
          {channel === 'email' && hasOwnMail(kind) ? (
            <span className="help">{t('ways.always')}</span>
          ) : (
            <Checkbox
              className="justify-center"
              aria-label={t('ways.choice', { kind: t(`kind.${kind}`), way: t(`ways.${channel}`) })}
              isSelected={isOn(preferences, kind, channel)}
              onChange={(isSelected) => onChange(withChoice(preferences, kind, channel, isSelected))}
            />
          )}
        </td>
      ))}
    </tr>
  );
}
