import { Input } from '@mantine/core';
import { useId, useState } from 'react';
import { ActionButton } from '../../../components/controls/action-button.js';
import { useLookUpPlugin, type LookedUpPlugin } from '../../../api/queries/plugin-queries.js';
import { useErrorText } from '../../../components/feedback/use-error-text.js';
import { Section } from '../../../components/page/section.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import classes from './plugins.module.css';

/** Looks up a package by its name, with an optional version or range; errors are shown below. */
export function InstallByName({ onFound }: { onFound: (plugin: LookedUpPlugin) => void }) {
  const { t } = useI18n();
  const errorText = useErrorText();
  const id = useId();
  const [spec, setSpec] = useState('');
  const lookUp = useLookUpPlugin();
  const wanted = spec.trim();
  return (
    <Section title={t('plugins.byName')} note={t('plugins.byName.note')}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (wanted && !lookUp.isPending) lookUp.mutate(wanted, { onSuccess: onFound });
        }}
      >
        <Input.Wrapper
          id={id}
          label={t('plugins.byName.label')}
          description={t('plugins.byName.help')}
          error={lookUp.error ? errorText(lookUp.error) : undefined}
          errorProps={{ role: 'alert' }}
          maw={640}
        >
          <div className={`${classes.row} ${classes.byName}`}>
            <Input
              dir="ltr"
              placeholder="@somebody/lectern-plugin-example@^1.2"
              value={spec}
              onChange={(event) => {
                setSpec(event.currentTarget.value);
                if (lookUp.error) lookUp.reset();
              }}
              error={lookUp.isError}
              styles={{ wrapper: { marginBlock: 0 } }}
              maxLength={320}
              autoCapitalize="none"
              autoCorrect="off"
              autoComplete="off"
              spellCheck={false}
            />
            <ActionButton type="submit" variant="default" disabled={!wanted} loading={lookUp.isPending}>
              {t('plugins.byName.continue')}
            </ActionButton>
          </div>
        </Input.Wrapper>
      </form>
    </Section>
  );
}
