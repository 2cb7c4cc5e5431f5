import { Textarea } from '@mantine/core';
import { useI18n } from '../../i18n/i18n-context.js';
import { LONGEST_TEXT } from './report-look.js';

interface AnswerFieldProps {
  label: string;
  description: string;
  value: string;
  /** Somebody tried to send nothing. */
  isMissing: boolean;
  onChange: (text: string) => void;
}

/** The words with which somebody answers in the thread of a report. */
export function AnswerField({ isMissing, onChange, ...field }: AnswerFieldProps) {
  const { t } = useI18n();
  return (
    <Textarea
      {...field}
      error={isMissing ? t('report.answer.missing') : null}
      maxLength={LONGEST_TEXT}
      onChange={(event) => onChange(event.currentTarget.value)}
      autosize
      minRows={2}
      maxRows={10}
    />
  );
}
