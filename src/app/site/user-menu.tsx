import { Bell, CircleAlert, LayoutDashboard, LogOut } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useMembership, useSignOut } from '#base/browser/member.ts';
import { usePresence } from '#base/browser/presence.ts';
import { useRowChanges } from '#base/browser/row-changes.ts';
import { useAccount } from '#base/browser/site.tsx';
import { paths } from '#paths';
import { useCanLoad } from '#ui/display/file-consent.ts';
import { hueOf, initials } from '#ui/display/initials.ts';

/** As long as a toast: to read the message before the page is left. */
const READING_MS = 5_000;

/** The signed-in person's menu on the public site: dashboard, notifications, log out. */
export function UserMenu() {
  const { t } = useTranslation('site');
  const { status, member, userId, email } = useMembership();
  const signOut = useSignOut();
  const unread = useUnread(userId);
  const menu = useRef<HTMLDetailsElement>(null);
  const [isOvertaken, setOvertaken] = useState(false);
  usePresence(
    () => {},
    () => {
      setOvertaken(true);
      setTimeout(() => void signOut(), READING_MS);
    },
  );
  const isIn = status === 'member' || status === 'stranger';
  useEffect(() => {
    // An expired session leaves its cookie behind: show the visitors' buttons until somebody signs in.
    if (status === 'guest') delete document.documentElement.dataset.session;
    else if (isIn) document.documentElement.dataset.session = '';
  }, [status, isIn]);
  if (!isIn) {
    return (
      <a className="btn btn-quiet btn-lg" href={paths.dashboard()} aria-label={t('dashboard')}>
        <LayoutDashboard aria-hidden="true" />
        <span className="only-wide">{t('dashboard')}</span>
      </a>
    );
  }
  const name = member?.name ?? email;
  const menuOfPerson = (
    <details className="mega user-menu" name="site-menu" ref={menu}>
      <summary className="site-link">
        <span className="vh">{t('userMenu', { name })}</span>
        <Face name={name} hueKey={userId ?? name} picture={member?.avatar ?? null} />
        {unread > 0 ? <span className="count">{unread > 99 ? '99+' : unread}</span> : null}
      </summary>
      <div className="pop mega-sheet">
        <div>
          <p className="mega-title">{name}</p>
          <a className="mega-link" href={paths.dashboard()}>
            <LayoutDashboard aria-hidden="true" size={16} /> {t('dashboard')}
          </a>
          <a className="mega-link" href={paths.notifications()}>
            <Bell aria-hidden="true" size={16} /> {t('notifications', { count: unread })}
          </a>
          <button type="button" className="mega-link" onClick={() => void signOut()}>
            <LogOut aria-hidden="true" size={16} /> {t('logOut')}
          </button>
        </div>
      </div>
    </details>
  );
  return (
    <>
      {menuOfPerson}
      {isOvertaken ? createPortal(<Farewell text={t('dashboard:singleSession')} />, document.body) : null}
    </>
  );
}

/** Explains why the person is being signed out here, over everything else. */
function Farewell({ text }: { text: string }) {
  return (
    <div className="toasts">
      <div className="toast toast-error" role="alert">
        <CircleAlert aria-hidden="true" size={16} />
        <span className="toast-text">{text}</span>
      </div>
    </div>
  );
}

/** The picture; initials where there is none or it can't be loaded. */
function Face({ name, hueKey, picture }: { name: string; hueKey: string; picture: string | null }) {
  const [failed, setFailed] = useState<string | null>(null);
  const mayLoad = useCanLoad();
  if (picture && picture !== failed && mayLoad(picture)) {
    return (
      <span className="av av-32" aria-hidden="true">
        <img src={picture} alt="" width={32} height={32} onError={() => setFailed(picture)} />
      </span>
    );
  }
  return <span className={`av av-32 av-h${hueOf(hueKey)}`} data-initials={initials(name)} aria-hidden="true" />;
}

/** The number of unread notifications, kept current. */
function useUnread(userId: string | null): number {
  const db = useDb();
  const { account_id } = useAccount();
  const [count, setCount] = useState(0);
  const [version, setVersion] = useState(0);
  useRowChanges('account_notifications', userId && `user_id=eq.${userId}`, () => setVersion((times) => times + 1));
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of a row counts anew.
  useEffect(() => {
    if (!userId) return;
    let isMounted = true;
    void db
      .from('account_notifications')
      .select('id', { count: 'exact', head: true })
      .eq('account_id', account_id)
      .eq('user_id', userId)
      .eq('read', false)
      .then((result) => {
        if (isMounted) setCount(result.count ?? 0);
      });
    return () => {
      isMounted = false;
    };
  }, [db, account_id, userId, version]);
  return count;
}
