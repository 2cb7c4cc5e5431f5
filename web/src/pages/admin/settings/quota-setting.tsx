import { Group, NumberInput, Switch } from '@mantine/core';
import type { Settings } from '../../../api/types.js';
import { useI18n } from '../../../i18n/i18n-context.js';

type Quota = Pick<Settings['requests'], 'quotaLimit' | 'quotaDays'>;

interface QuotaSettingProps {
  value: Quota;
  errors: Readonly<Record<string, string>>;
  onChange: (quota: Partial<Quota>) => void;
}

const FIRST_LIMIT = 5;

/** How many books members may ask for, unless it is said otherwise of one of them. */
export function QuotaSetting({ value, errors, onChange }: QuotaSettingProps) {
  const { t } = useI18n();
  const { quotaLimit, quotaDays } = value;
  return (
    <>
      <Switch
        size="md"
        label={t('settings.requests.quota')}
        description={t('settings.requests.quota.help')}
        checked={quotaLimit !== null}
        onChange={(event) => onChange({ quotaLimit: event.currentTarget.checked ? FIRST_LIMIT : null })}
      />
      {quotaLimit === null ? null : (
        <Group gap="sm">
          <NumberInput
            label={t('quota.limit')}
            value={quotaLimit}
            min={0}
            max={10_000}
            allowDecimal={false}
            styles={{ wrapper: { maxWidth: 200 } }}
            error={errors['/requests/quotaLimit']}
            onChange={(limit) => onChange({ quotaLimit: Math.max(0, Number(limit)) })}
          />
          <NumberInput
            label={t('quota.days')}
            value={quotaDays}
            min={1}
            max={365}
            allowDecimal={false}
            styles={{ wrapper: { maxWidth: 200 } }}
            error={errors['/requests/quotaDays']}
            onChange={(days) => onChange({ quotaDays: Math.max(1, Number(days)) })}
          />
        </Group>
      )}
    </>
  );
}
