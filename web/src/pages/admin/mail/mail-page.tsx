import { Alert, Button, TextInput } from '@mantine/core';
import { IconLockOpen, IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { mailQuery, useRemoveMail } from '../../../api/queries/mail-queries.js';
import type { MailPage as MailAnswer } from '../../../api/types.js';
import { ActionButton } from '../../../components/controls/action-button.js';
import { ConfirmDialog } from '../../../components/feedback/confirm-dialog.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { LoadingBlock } from '../../../components/feedback/loading-block.js';
import { toast } from '../../../components/feedback/toast.js';
import { useErrorText } from '../../../components/feedback/use-error-text.js';
import { PageHeader } from '../../../components/page/page-header.js';
import { Section } from '../../../components/page/section.js';
import { countFields } from '../../../forms/error-schema.js';
import type { JsonSchema } from '../../../forms/json-schema.js';
import { SettingsForm } from '../../../forms/settings-form.js';
import { useFirstError } from '../../../forms/use-first-error.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import classes from '../admin.module.css';
import { Notice } from '../notice.js';
import { SaveBar } from '../save-bar.js';
import own from './mail.module.css';
import { MailTrialResult } from './mail-trial.js';
import { useMailForm } from './use-mail-form.js';

function RemoveButton({ onRemoved }: { onRemoved: () => void }) {
  const { t } = useI18n();
  const errorText = useErrorText();
  const remove = useRemoveMail();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {t('mail.remove')}
      </Button>
      {asking ? (
        <ConfirmDialog
          title={t('mail.remove.title')}
          confirm={t('mail.remove')}
          danger
          busy={remove.isPending}
          onClose={() => setAsking(false)}
          onConfirm={() =>
            remove.mutate(undefined, {
              onSuccess: () => {
                setAsking(false);
                onRemoved();
                toast.done(t('mail.removed'));
              },
              onError: (error) => toast.problem(errorText(error)),
            })
          }
        >
          {t('mail.remove.body')}
        </ConfirmDialog>
      ) : null}
    </>
  );
}

function TryOut({ form, ownAddress }: { form: ReturnType<typeof useMailForm>; ownAddress: string }) {
  const { t } = useI18n();
  const [to, setTo] = useState(ownAddress);
  const [isMissing, setMissing] = useState(false);
  const send = () => {
    const isAddress = /^[^\s@]+@[^\s@]+$/.test(to.trim());
    setMissing(!isAddress);
    if (isAddress) form.test(to.trim());
  };
  return (
    <Section title={t('mail.test')} note={t('mail.test.note')}>
      <div className={classes.stack}>
        <TextInput
          className={own.to ?? ''}
          type="email"
          label={t('mail.test.to')}
          value={to}
          maxLength={254}
          autoComplete="email"
          error={isMissing ? t('mail.test.noAddress') : null}
          onChange={(event) => {
            setTo(event.currentTarget.value);
            setMissing(false);
          }}
        />
        <div>
          <ActionButton
            variant="default"
            leftSection={<IconSend size={16} aria-hidden="true" className="flip-rtl" />}
            loading={form.testing}
            onClick={send}
          >
            {t('mail.test.send')}
          </ActionButton>
        </div>
        {form.answer ? <MailTrialResult trial={form.answer} /> : null}
      </div>
    </Section>
  );
}

function Editor({ page }: { page: MailAnswer }) {
  const { t } = useI18n();
  const schema = page.form as JsonSchema;
  const form = useMailForm(schema, page);
  const { frame, show } = useFirstError(form.complaints);
  const count = countFields(form.errors);
  return (
    <div className={classes.formPage}>
      <PageHeader
        title={t('mail.title')}
        lead={t('mail.lead')}
        {...(page.settings ? { actions: <RemoveButton onRemoved={form.clear} /> } : {})}
      />
      {form.values['security'] === 'none' ? (
        <Notice icon={IconLockOpen} live>
          {t('mail.unencrypted')}
        </Notice>
      ) : null}
      <div ref={frame} className={classes.stack}>
        <SettingsForm
          key={form.generation}
          idPrefix="mail"
          schema={schema}
          values={form.values}
          onChange={form.change}
          errors={form.errors}
          secretsSet={page.secretsSet}
        />
        {form.failure ? (
          <Alert color="red" variant="light" role="alert">
            {form.failure}
          </Alert>
        ) : null}
      </div>
      <TryOut form={form} ownAddress={page.ownAddress ?? ''} />
      <SaveBar
        changed={form.changed}
        busy={form.busy}
        problem={count > 0 && !form.answer ? t('form.fieldErrors', { count }) : null}
        {...(count > 0 ? { onShow: show } : {})}
        onSave={form.submit}
        onDiscard={form.discard}
      />
    </div>
  );
}

/** The mail server, as an admin enters it and tries it out. */
export function MailPage() {
  const { data, error, refetch } = useQuery({ ...mailQuery, refetchOnWindowFocus: false });
  if (data) return <Editor page={data} />;
  return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingBlock height={480} />;
}
