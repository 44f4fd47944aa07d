import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { useDb } from '#base/browser/db-client.ts';
import { recentErrors } from '#base/browser/recent-errors.ts';
import { useSite } from '#base/browser/site.tsx';
import { paths } from '#paths';
import { Button, LinkButton } from '#ui/buttons/button.tsx';
import { Checkbox, RadioGroup } from '#ui/fields/choice.tsx';
import { Form } from '#ui/fields/form.tsx';
import { Select } from '#ui/fields/select.tsx';
import { TextArea, TextField } from '#ui/fields/text-field.tsx';
import { type Draft, type FieldErrors, useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { showToast } from '#ui/overlays/toaster.tsx';
import { AttachmentPicker, useAttachments } from '../components/attachments.tsx';
import { ContextLines } from '../components/context-lines.tsx';
import { type TicketAccess, useTicketAccess } from '../components/use-ticket-access.ts';
import { openTicket, ticketKeys, ticketQueries } from '../data.ts';
import { type Category, categories, MAX_MESSAGE, MAX_SUBJECT, type TicketContext } from '../schema.ts';

type Values = { category: Category; subject: string; body: string; site: string };

const isCategory = (text: string | null): text is Category => (categories as readonly string[]).includes(text ?? '');

/** Form for a new ticket: category, subject, text, attachments and the page's context. */
export default function NewTicket() {
  const { t } = useTranslation('tickets');
  const access = useTicketAccess();
  return (
    <main id="content" className="page">
      <PageHeader title={t('form.title')} sentence={t(access.isPlatform ? 'list.askPlatform' : 'list.askSite')} />
      <TicketForm access={access} />
    </main>
  );
}

function TicketForm({ access }: { access: TicketAccess }) {
  const { t } = useTranslation('tickets');
  const db = useDb();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const choice = useAttachments(access);
  const context = useTicketContext(params.get('page'));
  const [sendsContext, setSendsContext] = useState(true);
  const sites = useQuery({
    ...ticketQueries.ownSites(db, access.user_id),
    enabled: access.isPlatform && access.user_id !== '',
  });
  const [saved] = useState(() => firstValues(params, t));
  const validate = (values: Values): FieldErrors<Values> => ({
    subject: values.subject.trim().length >= 3 ? undefined : t('form.errors.subject'),
    body: values.body.trim() === '' ? t('form.errors.body') : undefined,
  });
  const draft = useDraft<Values>({ saved, validate });
  const owned = sites.data ?? [];

  const {
    save: send,
    isSaving: isSending,
    problem,
  } = useSave(
    async () => {
      const { category, subject, body, site } = draft.values;
      const id = await openTicket(db, access.account_id, {
        category,
        subject,
        body,
        about_account_id: site || (owned.length === 1 ? (owned[0]?.account_id ?? null) : null),
        context: sendsContext ? context : {},
        files: await choice.settled(),
      });
      await queries.invalidateQueries({ queryKey: ticketKeys.all(access.account_id) });
      showToast(t('form.sent'));
      await navigate(paths.ticket(id));
    },
    { form: draft },
  );
  return (
    <Form label={t('form.title')} problem={problem} className="max-w-2xl" onSubmit={() => void send()}>
      <TicketFields draft={draft} sites={owned} />
      <AttachmentPicker choice={choice} />
      <Checkbox isSelected={sendsContext} onChange={setSendsContext} description={t('form.contextHelp')}>
        {t('form.context')}
      </Checkbox>
      {sendsContext ? <ContextLines context={context} /> : null}
      <div className="row">
        <Button variant="primary" type="submit" isBusy={isSending}>
          {t('form.send')}
        </Button>
        <LinkButton href={paths.tickets()}>{t('form.cancel')}</LinkButton>
      </div>
    </Form>
  );
}

/** Category and subject as the link that led here has them. */
function firstValues(params: URLSearchParams, t: TFunction<'tickets'>): Values {
  const categoryParam = params.get('category');
  const code = params.get('code');
  return {
    category: isCategory(categoryParam) ? categoryParam : 'issue',
    subject:
      code && /^(?:403|404|500)$/.test(code)
        ? t(`report.subject.${code}`, { page: params.get('page') }).slice(0, MAX_SUBJECT)
        : '',
    body: '',
    site: '',
  };
}

function TicketFields({
  draft,
  sites,
}: {
  draft: Draft<Values>;
  sites: { account_id: string; slug: string; domain: string | null }[];
}) {
  const { t } = useTranslation('tickets');
  const { category, site } = draft.values;
  return (
    <>
      <RadioGroup
        label={t('form.category')}
        orientation="vertical"
        value={category}
        onChange={(id) => draft.set('category', id as Category)}
        options={categories.map((id) => ({ id, label: t(`category.${id}`), description: t(`categoryHelp.${id}`) }))}
      />
      {sites.length > 1 ? (
        <Select
          label={t('form.site')}
          isOptional
          options={sites.map((account) => ({ id: account.account_id, label: account.domain ?? account.slug }))}
          value={site || null}
          onChange={(id) => draft.set('site', id)}
        />
      ) : null}
      <TextField
        label={t('form.subject')}
        description={t('form.subjectHelp')}
        maxLength={MAX_SUBJECT}
        isRequired
        {...draft.field('subject')}
      />
      <TextArea
        label={t('form.body')}
        description={t(`form.bodyHelp.${category}`)}
        rows={8}
        maxLength={MAX_MESSAGE}
        isRequired
        {...draft.field('body')}
      />
    </>
  );
}

/** Context of the page: URL, build, browser and recent errors. */
function useTicketContext(page: string | null): TicketContext {
  const { assets } = useSite();
  return useMemo(() => {
    if (typeof window === 'undefined') return {};
    const errors = recentErrors();
    return {
      ...(page ? { page: page.slice(0, 500) } : {}),
      // The script's file name carries the build hash.
      build: /([\w-]{8})\.js$/.exec(assets.site_script)?.[1] ?? assets.site_script,
      browser: navigator.userAgent.slice(0, 300),
      ...(errors.length > 0 ? { errors } : {}),
    };
  }, [page, assets.site_script]);
}
