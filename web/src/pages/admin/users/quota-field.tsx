import { Group, NumberInput, Select } from '@mantine/core';
import { useState } from 'react';
import type { User } from '../../../api/types.js';
import { useI18n } from '../../../i18n/i18n-context.js';

type Quota = User['quota'];
type Choice = 'default' | 'none' | 'own';

interface QuotaFieldProps {
  value: Quota;
  onChange: (quota: Quota) => void;
}

function choiceOf(quota: Quota): Choice {
  if (quota === null) return 'default';
  return quota.limit === null ? 'none' : 'own';
}

/** How many books one person may request: by the general setting, any number, or a number per days. */
export function QuotaField({ value, onChange }: QuotaFieldProps) {
  const { t } = useI18n();
  const [own, setOwn] = useState({ limit: value?.limit ?? 5, days: value?.days ?? 7 });
  const choice = choiceOf(value);
  const set = (change: Partial<typeof own>) => {
    const quota = { ...own, ...change };
    setOwn(quota);
    onChange(quota);
  };
  const choose = (next: Choice) => onChange(next === 'default' ? null : next === 'none' ? { limit: null, days: own.days } : own);
  return (
    <>
      <Select
        label={t('users.quota')}
        value={choice}
        data={[
          { value: 'default', label: t('users.permission.default') },
          { value: 'none', label: t('users.quota.none') },
          { value: 'own', label: t('users.quota.own') },
        ]}
        allowDeselect={false}
        onChange={(next) => choose(next ?? 'default')}
      />
      {choice === 'own' ? (
        <Group gap="sm" grow>
          <NumberInput
            label={t('quota.limit')}
            value={own.limit}
            min={0}
            max={10_000}
            allowDecimal={false}
            onChange={(limit) => set({ limit: Math.max(0, Number(limit)) })}
          />
          <NumberInput
            label={t('quota.days')}
            value={own.days}
            min={1}
            max={365}
            allowDecimal={false}
            onChange={(days) => set({ days: Math.max(1, Number(days)) })}
          />
        </Group>
      ) : null}
    </>
  );
}
