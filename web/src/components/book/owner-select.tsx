import { Select } from '@mantine/core';
import { useI18n } from '../../i18n/i18n-context.js';

interface OwnerSelectProps {
  me: string;
  others: readonly { readonly id: string; readonly displayName: string }[];
  owner: string;
  onChange: (owner: string) => void;
}

/** Whose request it becomes. */
export function OwnerSelect({ me, others, owner, onChange }: OwnerSelectProps) {
  const { t } = useI18n();
  return (
    <Select
      label={t('ask.for')}
      description={t('ask.for.help')}
      value={owner}
      onChange={(value) => onChange(value ?? me)}
      data={[{ value: me, label: t('ask.for.me') }, ...others.map(({ id, displayName }) => ({ value: id, label: displayName }))]}
      allowDeselect={false}
      searchable={others.length > 8}
      comboboxProps={{ zIndex: 400 }}
    />
  );
}
