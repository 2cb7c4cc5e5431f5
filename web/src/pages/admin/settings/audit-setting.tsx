import { NumberInput, Switch } from '@mantine/core';
import type { Settings } from '../../../api/types.js';
import { useI18n } from '../../../i18n/i18n-context.js';

interface AuditSettingProps {
  value: Settings['audit'];
  errors: Readonly<Record<string, string>>;
  onChange: (audit: Settings['audit']) => void;
}

const FIRST_DAYS = 365;

/** How long the history is kept. */
export function AuditSetting({ value: { keepDays }, errors, onChange }: AuditSettingProps) {
  const { t } = useI18n();
  return (
    <>
      <Switch
        size="md"
        label={t('settings.audit.forget')}
        description={t('settings.audit.forget.help')}
        checked={keepDays !== null}
        onChange={(event) => onChange({ keepDays: event.currentTarget.checked ? FIRST_DAYS : null })}
      />
      {keepDays === null ? null : (
        <NumberInput
          label={t('settings.audit.days')}
          value={keepDays}
          min={30}
          max={36_500}
          allowDecimal={false}
          styles={{ wrapper: { maxWidth: 200 } }}
          error={errors['/audit/keepDays']}
          onChange={(days) => onChange({ keepDays: Math.max(30, Number(days)) })}
        />
      )}
    </>
  );
}
