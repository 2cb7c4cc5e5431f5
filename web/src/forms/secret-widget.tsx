import { Button, Group, Input, PasswordInput } from '@mantine/core';
import type { WidgetProps } from '@rjsf/utils';
import { IconLock, IconLockOpen } from '@tabler/icons-react';
import { useState, type FocusEvent } from 'react';
import { useI18n } from '../i18n/i18n-context.js';
import { labelled } from '../i18n/join-names.js';
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
  // The pressed button disappears; focus moves to its replacement.
  const [moved, setMoved] = useState(false);
  const common = wrapped(props);
  const named = (action: string) => labelled(action, props.label);

  if (stored && !replacing && typeof props.value !== 'string') {
    const cleared = props.value === null;
    const set = (value: null | undefined) => {
      setMoved(true);
      onChange(value);
    };
    return (
      <Input.Wrapper {...common} labelElement="div" inputWrapperOrder={['label', 'input', 'description', 'error']}>
        <Group gap="xs" className={classes.secret ?? ''} role="group" aria-label={props.label}>
          <span className={classes.secretState} data-cleared={cleared}>
            {cleared ? <IconLockOpen size={16} aria-hidden="true" /> : <IconLock size={16} aria-hidden="true" />}
            {cleared ? t('form.secret.cleared') : t('form.secret.set')}
          </span>
          {cleared ? (
            <Button variant="default" autoFocus={moved} onClick={() => set(undefined)} aria-label={named(t('form.secret.keep'))}>
              {t('form.secret.keep')}
            </Button>
          ) : (
            <>
              <Button
                variant="default"

                autoFocus={moved}
                disabled={common.disabled}
                onClick={() => setReplacing(true)}
                aria-label={named(t('form.secret.replace'))}
              >
                {t('form.secret.replace')}
              </Button>
              {common.required ? null : (
                <Button
                  variant="subtle"
                  color="gray"

                  disabled={common.disabled}
                  onClick={() => set(null)}
                  aria-label={named(t('form.secret.clear'))}
                >
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
      placeholder={stored ? t('form.secret.new') : props.placeholder}
      value={typeof props.value === 'string' ? props.value : ''}
      onChange={(event) => onChange(event.currentTarget.value === '' ? undefined : event.currentTarget.value)}
      autoComplete="new-password"
      autoFocus={replacing}
      wrapperProps={{
        onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
          // the button that shows the letters belongs to the field
          if (!stored || typeof props.value === 'string' || currentTarget.contains(relatedTarget)) return;
          setMoved(false);
          setReplacing(false);
        },
      }}
    />
  );
}
