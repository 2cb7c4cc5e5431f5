import { Alert, NumberInput, Select, Skeleton, Switch, TagsInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isApiError } from '../../../api/api-error.js';
import { settingsQuery, useSaveSettings } from '../../../api/queries/admin-queries.js';
import type { Settings } from '../../../api/types.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { toast } from '../../../components/feedback/toast.js';
import { useErrorText } from '../../../components/feedback/use-error-text.js';
import { PageHeader } from '../../../components/page/page-header.js';
import { Section } from '../../../components/page/section.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import classes from '../admin.module.css';
import { FolderField } from '../folder-field.js';
import { SaveBar } from '../save-bar.js';
import { AuditSetting } from './audit-setting.js';
import { changedSections } from './changed-sections.js';
import { QuotaSetting } from './quota-setting.js';
import { TemplateField } from './template-field.js';

const NEW_ACCOUNTS = ['closed', 'approval', 'open'] as const;
const REGIONS = ['us', 'uk', 'de', 'fr', 'it', 'es', 'au', 'ca', 'in', 'jp'] as const;

function Editor({ saved }: { saved: Settings }) {
  const { t } = useI18n();
  const errorText = useErrorText();
  const save = useSaveSettings();
  const [draft, setDraft] = useState(saved);
  const [failure, setFailure] = useState<string | null>(null);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const patch = changedSections(saved, draft);
  const set = <Section extends keyof Settings>(section: Section, change: Partial<Settings[Section]>) =>
    setDraft((previous) => ({ ...previous, [section]: { ...previous[section], ...change } }));
  const { library, requests, ebooks, signIn, access, server, audit } = draft;

  const submit = () => {
    setFailure(null);
    setErrors({});
    save.mutate(patch, {
      onSuccess: () => toast.done(t('common.saved')),
      onError: (error) => {
        setFailure(errorText(error));
        if (isApiError(error)) setErrors(Object.fromEntries(error.fields.map(({ path, message }) => [path, message])));
      },
    });
  };
  const discard = () => {
    setDraft(saved);
    setErrors({});
    setFailure(null);
  };

  return (
    <div className={classes.formPage}>
      <PageHeader title={t('settings.title')} />
      <Section title={t('settings.library')}>
        <div className={classes.stack}>
          <FolderField
            label={t('settings.library.path')}
            help={t('settings.library.path.help')}
            value={library.path ?? ''}
            error={errors['/library/path']}
            onChange={(path) => set('library', { path })}
          />
          <FolderField
            label={t('settings.library.downloadPath')}
            help={t('settings.library.downloadPath.help')}
            value={library.downloadPath ?? ''}
            error={errors['/library/downloadPath']}
            onChange={(downloadPath) => set('library', { downloadPath: downloadPath === '' ? null : downloadPath })}
          />
          <TemplateField
            label={t('settings.library.template')}
            value={library.pathTemplate}
            error={errors['/library/pathTemplate']}
            onChange={(pathTemplate) => set('library', { pathTemplate })}
          />
          <Switch
            size="md"
            label={t('settings.library.sidecar')}
            description={t('settings.library.sidecar.help')}
            checked={library.writeSidecar}
            onChange={(event) => set('library', { writeSidecar: event.currentTarget.checked })}
          />
          <Switch
            size="md"
            label={t('settings.library.copyFiles')}
            description={t('settings.library.copyFiles.help')}
            checked={library.copyFiles}
            onChange={(event) => set('library', { copyFiles: event.currentTarget.checked })}
          />
        </div>
      </Section>
      <Section title={t('settings.requests')}>
        <div className={classes.stack}>
          <Switch
            size="md"
            label={t('settings.requests.autoApprove')}
            description={t('settings.requests.autoApprove.help')}
            checked={requests.autoApprove}
            onChange={(event) => set('requests', { autoApprove: event.currentTarget.checked })}
          />
          <QuotaSetting value={requests} errors={errors} onChange={(change) => set('requests', change)} />
          <NumberInput
            label={t('settings.requests.minScore')}
            description={t('settings.requests.minScore.help')}
            value={requests.minScore}
            min={0}
            max={100}
            styles={{ wrapper: { maxWidth: 200 } }}
            error={errors['/requests/minScore']}
            onChange={(value) => set('requests', { minScore: Number(value) })}
          />
          <NumberInput
            label={t('settings.requests.minSeeders')}
            description={t('settings.requests.minSeeders.help')}
            value={requests.minSeeders}
            min={0}
            styles={{ wrapper: { maxWidth: 200 } }}
            error={errors['/requests/minSeeders']}
            onChange={(value) => set('requests', { minSeeders: Number(value) })}
          />
          <TagsInput
            label={t('settings.requests.formats')}
            description={t('settings.requests.formats.help')}
            value={requests.formatPreference}
            data={['m4b', 'mp3', 'm4a', 'flac', 'opus', 'ogg']}
            onChange={(formatPreference) => set('requests', { formatPreference })}
          />
          <Switch
            size="md"
            label={t('settings.requests.collections')}
            description={t('settings.requests.collections.help')}
            checked={requests.allowCollections}
            onChange={(event) => set('requests', { allowCollections: event.currentTarget.checked })}
          />
        </div>
      </Section>
      <Section title={t('settings.ebooks')}>
        <div className={classes.stack}>
          <TemplateField
            label={t('settings.ebooks.template')}
            value={library.ebookPathTemplate}
            error={errors['/library/ebookPathTemplate']}
            onChange={(ebookPathTemplate) => set('library', { ebookPathTemplate })}
          />
          <TagsInput
            label={t('settings.ebooks.formats')}
            description={t('settings.ebooks.formats.help')}
            value={ebooks.formatPreference}
            data={['epub', 'azw3', 'mobi', 'pdf', 'fb2', 'djvu']}
            error={errors['/ebooks/formatPreference']}
            onChange={(formatPreference) => set('ebooks', { formatPreference })}
          />
          <Switch
            size="md"
            label={t('settings.ebooks.indexers')}
            description={t('settings.ebooks.indexers.help')}
            checked={ebooks.useIndexers}
            onChange={(event) => set('ebooks', { useIndexers: event.currentTarget.checked })}
          />
        </div>
      </Section>
      <Section title={t('settings.signIn')}>
        <div className={classes.stack}>
          <Select
            label={t('settings.signIn.registration')}
            description={t('settings.signIn.registration.help')}
            data={NEW_ACCOUNTS.map((value) => ({ value, label: t(`settings.signIn.registration.${value}`) }))}
            value={signIn.registration}
            allowDeselect={false}
            styles={{ wrapper: { maxWidth: 360 } }}
            onChange={(value) => set('signIn', { registration: value ?? signIn.registration })}
          />
          <Select
            label={t('settings.signIn.newAccounts')}
            description={t('settings.signIn.newAccounts.help')}
            data={NEW_ACCOUNTS.map((value) => ({ value, label: t(`settings.signIn.newAccounts.${value}`) }))}
            value={signIn.newAccounts}
            allowDeselect={false}
            styles={{ wrapper: { maxWidth: 360 } }}
            onChange={(value) => set('signIn', { newAccounts: value ?? signIn.newAccounts })}
          />
          <Switch
            size="md"
            label={t('settings.signIn.linkByEmail')}
            description={t('settings.signIn.linkByEmail.help')}
            checked={signIn.linkByEmail}
            onChange={(event) => set('signIn', { linkByEmail: event.currentTarget.checked })}
          />
        </div>
      </Section>
      <Section title={t('settings.access')} note={t('settings.access.note')}>
        <div className={classes.stack}>
          <Switch
            size="md"
            label={t('settings.access.download')}
            description={t('settings.access.download.help')}
            checked={access.downloadAccess}
            onChange={(event) => set('access', { downloadAccess: event.currentTarget.checked })}
          />
          <Switch
            size="md"
            label={t('settings.access.interactive')}
            description={t('settings.access.interactive.help')}
            checked={access.interactiveSearch}
            onChange={(event) => set('access', { interactiveSearch: event.currentTarget.checked })}
          />
        </div>
      </Section>
      <Section title={t('settings.server')}>
        <div className={classes.stack}>
          <TextInput
            label={t('settings.server.publicUrl')}
            description={t('settings.server.publicUrl.help')}
            placeholder="https://books.example.org"
            value={server.publicUrl ?? ''}
            error={errors['/server/publicUrl']}
            onChange={(event) => set('server', { publicUrl: event.currentTarget.value || null })}
          />
          <Select
            label={t('settings.server.region')}
            description={t('settings.server.region.help')}
            data={REGIONS.map((region) => ({ value: region, label: t(`region.${region}`) }))}
            value={server.region}
            styles={{ wrapper: { maxWidth: 280 } }}
            onChange={(region) => set('server', { region: region ?? server.region })}
          />
        </div>
      </Section>
      <Section title={t('settings.audit')}>
        <div className={classes.stack}>
          <AuditSetting value={audit} errors={errors} onChange={(change) => set('audit', change)} />
        </div>
      </Section>
      {failure ? (
        <Alert color="red" variant="light" role="alert" mt="xl">
          {failure}
        </Alert>
      ) : null}
      <SaveBar changed={Object.keys(patch).length > 0} busy={save.isPending} onSave={submit} onDiscard={discard} />
    </div>
  );
}

export function SettingsPage() {
  const { data, error, refetch, dataUpdatedAt } = useQuery({ ...settingsQuery, refetchOnWindowFocus: false });
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton height={480} />;
  return <Editor key={dataUpdatedAt} saved={data} />;
}
