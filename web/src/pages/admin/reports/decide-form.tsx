import { Group } from '@mantine/core';
import { useState } from 'react';
import { useReportAct, type ReportAct } from '../../../api/queries/report-queries.js';
import type { ReportThread } from '../../../api/types.js';
import { ActionButton } from '../../../components/controls/action-button.js';
import { toast } from '../../../components/feedback/toast.js';
import { useErrorText } from '../../../components/feedback/use-error-text.js';
import { AnswerField } from '../../../components/report/answer-field.js';
import classes from '../../../components/report/report.module.css';
import { useReporterName } from '../../../components/report/use-reporter-name.js';
import { useI18n } from '../../../i18n/i18n-context.js';

/** Answers the reporter and decides about the report; the words go with either. */
export function DecideForm({ report }: { report: ReportThread }) {
  const { t } = useI18n();
  const errorText = useErrorText();
  const name = useReporterName()(report.reporter);
  const mutation = useReportAct(report.id);
  const [text, setText] = useState('');
  const [isMissing, setMissing] = useState(false);
  const words = text.trim();
  const isOpen = report.state === 'open';
  const busy = mutation.isPending ? mutation.variables.act : undefined;

  function act(what: ReportAct): void {
    setMissing(what === 'answer' && words === '');
    if (what === 'answer' && words === '') return;
    mutation.mutate(
      { act: what, text: words },
      {
        onSuccess: () => {
          setText('');
          toast.done(t(`reports.done.${what}`, { name }));
        },
        onError: (error) => toast.problem(errorText(error)),
      },
    );
  }
  const button = (what: ReportAct, look: object) => (
    <ActionButton {...look} loading={busy === what} blocked={busy !== undefined && busy !== what} onClick={() => act(what)}>
      {t(`reports.act.${what}`)}
    </ActionButton>
  );

  return (
    <div className={classes.form}>
      {isOpen ? (
        <AnswerField
          label={t('reports.answer.label', { name })}
          description={t('reports.answer.help')}
          isMissing={isMissing && words === ''}
          value={text}
          onChange={setText}
        />
      ) : null}
      <Group gap="sm">
        {isOpen ? (
          <>
            {button('answer', { variant: 'default' })}
            {button('resolve', {})}
            {button('dismiss', { variant: 'subtle', color: 'gray' })}
          </>
        ) : (
          button('reopen', { variant: 'default' })
        )}
      </Group>
    </div>
  );
}
