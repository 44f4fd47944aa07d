import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { dateFormat } from '#base/shared/formats.ts';
import { paths } from '#paths';
import { TextLink } from '#ui/buttons/link.tsx';
import { Badge } from '#ui/display/badge.tsx';
import { ContentText } from '#ui/display/content-language.tsx';
import { TimeZoneContext } from '#ui/display/time-zone.ts';
import { NumberField } from '#ui/fields/number-field.tsx';
import { useLocale } from '#ui/layout/locale.ts';
import { MAX_POINTS } from '../rules.ts';
import type { OwnGrade, OwnGrades } from '../schema.ts';
import { useGradeTexts } from './grade-text.ts';

type ListProps = {
  grades: OwnGrades;
  slug: string;
  /** Imagined points by item, or null where the real ones are shown. */
  imagined: Record<string, number> | null;
  onImagine: (id: string, points: number | null) => void;
};

/** Every item of a course with its grade; with imagined points, a field in its place. */
export function OwnGradeList({ grades, slug, imagined, onImagine }: ListProps) {
  return (
    <ul className="grid gap-3">
      {grades.items.map((item) => (
        <li key={item.id} className="flex flex-wrap items-start justify-between gap-3 border-b border-line pb-3">
          <ItemFacts
            item={item}
            href={grades.is_own && item.slug ? paths.player(slug, item.slug) : null}
            isDropped={grades.total?.dropped.includes(item.id) ?? false}
          />
          {imagined && item.is_counted ? (
            <Imagined item={item} value={imagined[item.id]} onImagine={onImagine} />
          ) : (
            <Grade item={item} />
          )}
        </li>
      ))}
    </ul>
  );
}

function ItemFacts({ item, href, isDropped }: { item: OwnGrade; href: string | null; isDropped: boolean }) {
  const { t } = useTranslation('gradebook');
  const { locale } = useLocale();
  const timeZone = useContext(TimeZoneContext);
  const date = item.due_at
    ? dateFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(new Date(item.due_at))
    : null;
  const title = <ContentText>{item.title}</ContentText>;
  return (
    <div className="grid min-w-0 gap-1">
      {href ? <TextLink href={href}>{title}</TextLink> : <span>{title}</span>}
      <span className="row flex-wrap text-sm">
        {date ? <span className="muted">{t('due', { date })}</span> : null}
        {item.is_late ? <Badge tone="warning">{t('late')}</Badge> : null}
        {isDropped ? <Badge>{t('dropped')}</Badge> : null}
        {item.is_counted || item.state === 'excused' ? null : <Badge>{t('notCounted')}</Badge>}
      </span>
      {item.note ? (
        <p className="text-sm" dir="auto">
          {item.note}
        </p>
      ) : null}
    </div>
  );
}

function Grade({ item }: { item: OwnGrade }) {
  const { t } = useTranslation('gradebook');
  const texts = useGradeTexts();
  return (
    <span className="row flex-none">
      {item.points === null || item.state === 'to_grade' ? (
        <Badge tone={item.state === 'missing' ? 'error' : 'neutral'}>{t(`state.${item.state}`)}</Badge>
      ) : null}
      {item.points === null ? null : (
        <strong className="num">
          {t('pointsOf', { points: texts.points(item.points), outOf: texts.points(item.out_of) })}
        </strong>
      )}
    </span>
  );
}

type ImaginedProps = { item: OwnGrade; value: number | undefined; onImagine: ListProps['onImagine'] };

function Imagined({ item, value, onImagine }: ImaginedProps) {
  const { t } = useTranslation('gradebook');
  const texts = useGradeTexts();
  const points = value ?? item.points;
  return (
    <NumberField
      label={t('imagine', { title: item.title })}
      digits={2}
      maxValue={MAX_POINTS * 100}
      className="w-44"
      suffix={t('outOf', { points: texts.points(item.out_of) })}
      value={points === null ? null : Math.round(points * 100)}
      onChange={(scaled) =>
        (scaled === null || Number.isFinite(scaled)) && onImagine(item.id, scaled === null ? null : scaled / 100)
      }
    />
  );
}
