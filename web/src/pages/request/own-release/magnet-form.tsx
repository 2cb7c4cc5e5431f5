import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { useBringRelease } from '../../../api/queries/own-release-queries.js';
import type { Candidate } from '../../../api/types.js';
import { ActionButton } from '../../../components/controls/action-button.js';
import { useErrorText } from '../../../components/feedback/use-error-text.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import classes from './own-release.module.css';

export function MagnetForm({ requestId, onBrought }: { requestId: string; onBrought: (candidate: Candidate) => void }) {
  const { t } = useI18n();
  const errorText = useErrorText();
  const bring = useBringRelease(requestId);
  const [text, setText] = useState('');
  const [isAsked, setAsked] = useState(false);
  const magnet = text.trim();
  const fault = /^https?:/i.test(magnet) ? t('own.magnet.address') : /^magnet:\?/i.test(magnet) ? undefined : t('own.magnet.none');
  const error = isAsked ? (fault ?? (bring.error ? errorText(bring.error) : undefined)) : undefined;
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setAsked(true);
        if (fault === undefined) bring.mutate({ magnet }, { onSuccess: (answer) => onBrought(answer.candidate) });
      }}
    >
      <p className="dim">{t('own.about')}</p>
      <Textarea
        label={t('own.magnet.label')}
        description={t('own.magnet.help')}
        value={text}
        error={error}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setAsked(false);
        }}
        autosize
        minRows={3}
        maxRows={8}
        maxLength={16_384}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
      />
      <ActionButton type="submit" loading={bring.isPending} className={classes.submit ?? ''}>
        {t('own.check')}
      </ActionButton>
    </form>
  );
}
