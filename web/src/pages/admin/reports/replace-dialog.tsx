import { Button, Group, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useReplace } from '../../../api/queries/report-queries.js';
import type { ReportEvidence, ReportThread } from '../../../api/types.js';
import { ActionButton } from '../../../components/controls/action-button.js';
import { Dialog } from '../../../components/feedback/dialog.js';
import { toast } from '../../../components/feedback/toast.js';
import { useErrorText } from '../../../components/feedback/use-error-text.js';
import { LONGEST_TEXT } from '../../../components/report/report-look.js';
import { useReporterName } from '../../../components/report/use-reporter-name.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import classes from './evidence.module.css';

interface ReplaceDialogProps {
  report: ReportThread;
  placed: ReportEvidence['releases'][number];
  onClose: () => void;
}

/** Says what replacing a copy does, and does it. */
export function ReplaceDialog({ report, placed, onClose }: ReplaceDialogProps) {
  const { t } = useI18n();
  const errorText = useErrorText();
  const name = useReporterName()(report.reporter);
  const replace = useReplace(report.id);
  const [text, setText] = useState('');
  const send = () =>
    replace.mutate(
      { requestId: placed.requestId, text: text.trim() },
      {
        onSuccess: () => {
          toast.done(t('reports.replace.done'));
          onClose();
        },
        onError: (error) => toast.problem(errorText(error)),
      },
    );
  return (
    <Dialog onClose={onClose} title={t('reports.replace.title', { title: report.title })}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <Stack gap="lg">
          <ul className={classes.consequences}>
            {placed.release ? <li>{t('reports.replace.blocks', { release: placed.release.title })}</li> : null}
            <li>{t('reports.replace.stays')}</li>
            <li>{t('reports.replace.removes')}</li>
            <li>{t('reports.replace.seeds')}</li>
          </ul>
          <Textarea
            label={t('reports.answer.label', { name })}
            description={t('reports.replace.textHelp')}
            value={text}
            maxLength={LONGEST_TEXT}
            onChange={(event) => setText(event.currentTarget.value)}
            autosize
            minRows={2}
            maxRows={8}
          />
        </Stack>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <ActionButton type="submit" loading={replace.isPending}>
            {t('reports.replace.confirm')}
          </ActionButton>
        </Group>
      </form>
    </Dialog>
  );
}
