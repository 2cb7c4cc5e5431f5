import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { isApiError } from '../../api/api-error.js';
import { reportQuery, useAnswer } from '../../api/queries/report-queries.js';
import type { ReportThread as Thread } from '../../api/types.js';
import { ActionButton } from '../../components/controls/action-button.js';
import { ErrorState } from '../../components/feedback/error-state.js';
import { toast } from '../../components/feedback/toast.js';
import { useErrorText } from '../../components/feedback/use-error-text.js';
import { useWindowTitle } from '../../components/page/page-header.js';
import { AnswerField } from '../../components/report/answer-field.js';
import { ReportHead } from '../../components/report/report-head.js';
import { ReportThread } from '../../components/report/report-thread.js';
import classes from '../../components/report/report.module.css';
import { RequestListSkeleton } from '../../components/request/request-list-skeleton.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { NotFoundPage } from '../not-found/not-found-page.js';

function AnswerForm({ report }: { report: Thread }) {
  const { t } = useI18n();
  const errorText = useErrorText();
  const answer = useAnswer(report.id);
  const [text, setText] = useState('');
  const [isTried, setTried] = useState(false);
  const words = text.trim();
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (words === '') return;
        answer.mutate(words, {
          onSuccess: () => {
            setText('');
            setTried(false);
            toast.done(t('report.answered'));
          },
          onError: (error) => toast.problem(errorText(error)),
        });
      }}
    >
      <AnswerField
        label={t('report.answer.label')}
        description={t('report.answer.help')}
        isMissing={isTried && words === ''}
        value={text}
        onChange={setText}
      />
      <Group>
        <ActionButton type="submit" loading={answer.isPending}>
          {t('report.answer.send')}
        </ActionButton>
      </Group>
    </form>
  );
}

function Closed({ report: { state, asin } }: { report: Thread }) {
  const { t } = useI18n();
  return (
    <div className={classes.closed}>
      <p>{t(state === 'resolved' ? 'report.closed.resolved' : 'report.closed.dismissed')}</p>
      <Button variant="default" renderRoot={(props) => <Link to="/book/$asin" params={{ asin }} {...props} />}>
        {t('report.toBook')}
      </Button>
    </div>
  );
}

/** One of a person's own reports. */
export function ReportPage() {
  const { t } = useI18n();
  const { reportId } = useParams({ from: '/shell/reports/$reportId' });
  const { data, error, refetch } = useQuery(reportQuery(reportId));
  useWindowTitle(data?.report.title ?? t('report.title'));
  if (isApiError(error) && (error.status === 404 || error.status === 400)) return <NotFoundPage />;
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} heading /> : <RequestListSkeleton rows={2} />;
  const { report } = data;
  return (
    <div style={{ maxInlineSize: 960 }}>
      <ReportHead report={report} isMine />
      <ReportThread report={report} isMine />
      {report.state === 'open' ? <AnswerForm report={report} /> : <Closed report={report} />}
    </div>
  );
}
