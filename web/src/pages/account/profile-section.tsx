import { TextInput } from '@mantine/core';
import { ActionButton } from '../../components/controls/action-button.js';
import { useEdited } from '../../components/controls/use-edited.js';
import { useMe, useSaveProfile } from '../../api/queries/session-queries.js';
import { toast } from '../../components/feedback/toast.js';
import { useErrorText } from '../../components/feedback/use-error-text.js';
import { Section } from '../../components/page/section.js';
import { useI18n } from '../../i18n/i18n-context.js';
import classes from './account.module.css';

/** The person's names. */
export function ProfileSection() {
  const { t } = useI18n();
  const errorText = useErrorText();
  const me = useMe();
  const save = useSaveProfile();
  const [name, setName] = useEdited(me.displayName);
  return (
    <Section title={t('profile.title')}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate({ displayName: name.trim() }, { onSuccess: () => toast.done(t('profile.saved')) });
        }}
      >
        <TextInput
          label={t('profile.displayName')}
          description={t('profile.displayName.help')}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={save.error ? errorText(save.error) : undefined}
          autoComplete="name"
          maxLength={200}
        />
        <p className="dim small">{t('profile.username', { username: me.username })}</p>
        <ActionButton
          type="submit"
          variant="default"
          loading={save.isPending}
          disabled={name.trim() === '' || name.trim() === me.displayName}
          className={classes.submit ?? ''}
        >
          {t('common.save')}
        </ActionButton>
      </form>
    </Section>
  );
}
