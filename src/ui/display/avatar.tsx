import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Focusable } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { commaList } from '#base/shared/formats.ts';
import { avatarPicture } from '#base/shared/pictures.ts';
import { classNames } from '../layout/class-names.ts';
import { useHydrated } from '../layout/use-hydrated.ts';
import { Tooltip } from '../overlays/tooltip.tsx';
import { fileAttributes, useCanLoad } from './file-consent.ts';
import { hueOf, initials } from './initials.ts';

export type AvatarSize = 20 | 24 | 28 | 32 | 40 | 64 | 96;

/** Maximum device pixel ratio: more is not visible in an avatar. */
const SHARPEST = 2;

export type AvatarProps = {
  name: string;
  /** URLs to try in turn; if none of them loads, the initials stay. */
  sources?: readonly string[];
  /** Key of the hue: an id, so that a rename keeps the colour. */
  hueKey?: string;
  size?: AvatarSize;
  isOnline?: boolean;
  /** member: picture and name; nameOnly; tooltip: picture, the name on hover; avatarOnly: picture with the name for screen readers. */
  variant?: 'member' | 'nameOnly' | 'tooltip' | 'avatarOnly';
  /** A second line for the member variant: an e-mail, a role. */
  note?: ReactNode;
};

export function Avatar({ variant = 'member', ...props }: AvatarProps) {
  const { name, note } = props;
  if (variant === 'nameOnly') {
    return (
      <span className="font-medium cut" dir="auto" title={name}>
        {name}
      </span>
    );
  }
  if (variant === 'avatarOnly') return <Picture {...props} isNamed />;
  if (variant === 'tooltip') {
    return (
      <Tooltip label={name}>
        <Focusable>
          <button type="button" className="inline-flex rounded-full" aria-label={name}>
            <Picture {...props} />
          </button>
        </Focusable>
      </Tooltip>
    );
  }
  return (
    <span className="person">
      <Picture {...props} />
      <span className="min-w-0">
        <span className="block cut" dir="auto" title={name}>
          {name}
        </span>{' '}
        {note && (
          <span className="person-note cut" dir="auto" title={typeof note === 'string' ? note : undefined}>
            {note}
          </span>
        )}
      </span>
    </span>
  );
}

function Picture({ name, sources = [], hueKey, size = 28, isOnline, isNamed }: AvatarProps & { isNamed?: boolean }) {
  const { t, i18n } = useTranslation('ui');
  const [failed, setFailed] = useState<readonly string[]>([]);
  const mayLoad = useCanLoad();
  const isHydrated = useHydrated();
  // Where the storage service can't render pictures, use the stored one.
  const source = sources
    .flatMap((stored) => [...new Set([avatarPicture(stored, size * SHARPEST), stored])])
    // Keep the server's markup until hydration; initials replace a picture that must not load.
    .find((candidate) => !failed.includes(candidate) && (!isHydrated || mayLoad(candidate)));
  const picture = useRef<HTMLImageElement>(null);
  const [isFromServer] = useState(!isHydrated);
  const giveUp = () => source && setFailed((list) => [...list, source]);
  const findFailed = useEffectEvent(() => {
    if (picture.current?.src) picture.current.decode().catch(() => picture.current?.complete && giveUp());
  });
  useEffect(() => {
    // A server-rendered picture may have failed before hydration attached the error handler.
    if (isFromServer) findFailed();
  }, [isFromServer]);
  const label = isNamed ? commaList([name, isOnline ? t('person.online') : ''], i18n.language) : undefined;
  const className = classNames('av', size !== 28 && `av-${size}`, !source && `av-h${hueOf(hueKey ?? name)}`);
  // Rendered by CSS: initials in the DOM would be announced, searched and copied with the name beside them.
  const fallback = source ? undefined : initials(name);
  const face = (
    <>
      {source && (
        <img
          ref={picture}
          {...fileAttributes(mayLoad, { src: source })}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          decoding="async"
          onError={giveUp}
        />
      )}
      {isOnline && <span className="on-dot" />}
    </>
  );
  if (!label) {
    return (
      <span className={className} data-initials={fallback} aria-hidden="true">
        {face}
      </span>
    );
  }
  return (
    <span className={className} data-initials={fallback} role="img" aria-label={label}>
      {face}
    </span>
  );
}

/** A few avatars and the number of the others. */
export function AvatarStack({
  people,
  limit = 4,
  size,
}: {
  people: readonly AvatarProps[];
  limit?: number;
  size?: AvatarSize;
}) {
  const { t } = useTranslation('ui');
  const rest = people.length - limit;
  return (
    <span className="av-stack">
      {people.slice(0, limit).map((person) => (
        <Avatar key={person.hueKey ?? person.name} {...person} size={size} variant="avatarOnly" />
      ))}
      {rest > 0 && (
        <span
          className={classNames('av', size && size !== 28 && `av-${size}`)}
          role="img"
          aria-label={t('person.more', { count: rest })}
        >
          <bdi dir="ltr">+{rest}</bdi>
        </span>
      )}
    </span>
  );
}
