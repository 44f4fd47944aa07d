import { useTranslation } from 'react-i18next';
import { paths } from '#paths';
import { Amount } from '#ui/display/money.tsx';

const lists = { members: paths.users, courses: paths.instructor, orders: paths.manageOrders };

/** A count of an account's records. It links to the list inside the site, opened as the site's owner. */
export function AccountCount({
  kind,
  value,
  onEnter,
}: {
  kind: keyof typeof lists;
  value: number;
  onEnter: ((to: string) => void) | undefined;
}) {
  const { t } = useTranslation('administration');
  if (!onEnter) return <Amount value={value} />;
  return (
    <button type="button" className="link" onClick={() => onEnter(lists[kind]())}>
      <Amount value={value} /> <span className="vh">{t(`panel.see.${kind}`)}</span>
    </button>
  );
}
