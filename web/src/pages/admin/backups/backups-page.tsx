import { Alert, Button, Skeleton } from '@mantine/core';
import { IconDatabaseExport, IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { withBase } from '../../../api/base-path.js';
import { ActionButton } from '../../../components/controls/action-button.js';
import { backupsQuery, useMakeBackup } from '../../../api/queries/backup-queries.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { StatePanel } from '../../../components/feedback/state-panel.js';
import { toast } from '../../../components/feedback/toast.js';
import { useErrorText } from '../../../components/feedback/use-error-text.js';
import { PageHeader } from '../../../components/page/page-header.js';
import { Section } from '../../../components/page/section.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import classes from '../admin.module.css';
import { JobLine } from '../jobs/job-line.js';
import { SettingsEditor } from '../settings/settings-editor.js';
import { BackupTable } from './backup-table.js';
import own from './backups.module.css';
import { useBackupJobs } from './use-backup-jobs.js';

/** Backups in the data directory, and the support file. Restoring works only where the server runs. */
export function BackupsPage() {
  const { t } = useI18n();
  const errorText = useErrorText();
  const { data, error, refetch } = useQuery(backupsQuery);
  const { live, failed } = useBackupJobs();
  const make = useMakeBackup();
  return (
    <div className={classes.formPage}>
      <PageHeader
        title={t('backups.title')}
        lead={t('backups.lead')}
        actions={
          <ActionButton
            leftSection={<IconDatabaseExport size={16} aria-hidden="true" />}
            loading={make.isPending}
            blocked={live.some(({ state }) => state === 'running')}
            onClick={() => make.mutate(undefined, { onError: (problem) => toast.problem(errorText(problem)) })}
          >
            {t('backups.make')}
          </ActionButton>
        }
      />
      <div aria-live="polite">
        {live.map((job) => (
          <JobLine key={job.id} job={job} />
        ))}
        {failed ? (
          <Alert color="red" title={t('backups.failed')} mb="md">
            <bdi>{failed.error}</bdi>
          </Alert>
        ) : null}
      </div>
      {data && data.length > 0 ? (
        <BackupTable backups={data} />
      ) : data ? (
        <StatePanel icon={IconDatabaseExport} title={t('backups.none')} compact />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <div role="status" aria-label={t('common.loading')} className={classes.stack}>
          <Skeleton height={60} />
          <Skeleton height={60} />
        </div>
      )}
      <p className={`dim small ${own.note}`}>{t('backups.note')}</p>
      <Section title={t('backups.settings')}>
        <SettingsEditor page="backups" />
      </Section>
      <Section title={t('support.title')}>
        <p className={own.note}>{t('support.body')}</p>
        <Button
          component="a"
          href={withBase('/api/admin/support-bundle')}
          download
          variant="default"
          mt="md"
          leftSection={<IconDownload size={16} aria-hidden="true" />}
        >
          {t('support.download')}
        </Button>
      </Section>
    </div>
  );
}
