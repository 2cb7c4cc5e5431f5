import { Button, Group, Input, PasswordInput } from '@mantine/core';
import type { WidgetProps } from '@rjsf/utils';
import { IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import { useI18n } from '../i18n/i18n-context.js';
import { wrapped } from './field-wrapper.js';
import type { SettingsFormContext } from './form-context.js';
import classes from './forms.module.css';

/** A secret: set, replace, clear. The stored value never comes back from the server. */
export function SecretWidget(props: WidgetProps) {
  const { t } = useI18n();
  const context = props.registry.formContext as SettingsFormContext;
  const onChange = props.onChange as (value: string | null | undefined) => void;
  const stored = context.secretsSet.includes(props.name);
  const [replacing, setReplacing] = useState(false);
  const common = wrapped(props);

  if (stored && !replacing && typeof props.value !== 'string') {
    const cleared = props.value === null;
    return (
      <Input.Wrapper {...common} inputWrapperOrder={['label', 'input', 'description', 'error']}>
        <Group gap="xs" className={classes.secret ?? ''}>
          <span className={classes.secretState} data-cleared={cleared}>
            <IconLock size={16} aria-hidden="true" />
            {cleared ? t('form.secret.cleared') : t('form.secret.set')}
          </span>
          {cleared ? (
            <Button variant="default" size="compact-md" onClick={() => onChange(undefined)}>
              {t('form.secret.keep')}
            </Button>
          ) : (
            <>
              <Button id={common.id} variant="default" size="compact-md" onClick={() => setReplacing(true)}>
                {t('form.secret.replace')}
              </Button>
              {common.required ? null : (
                <Button variant="subtle" color="gray" size="compact-md" onClick={() => onChange(null)}>
                  {t('form.secret.clear')}
                </Button>
              )}
            </>
          )}
        </Group>
      </Input.Wrapper>
    );
  }
  return (
    <PasswordInput
      {...common}
      aria-invalid={common.error ? true : undefined}
      placeholder={props.placeholder}
      value={typeof props.value === 'string' ? props.value : ''}
      onChange={(event) => onChange(event.currentTarget.value === '' ? undefined : event.currentTarget.value)}
      autoComplete="new-password"
      autoFocus={replacing}
      onBlur={() => {
        if (stored && typeof props.value !== 'string') setReplacing(false);
      }}
    />
  );
}
