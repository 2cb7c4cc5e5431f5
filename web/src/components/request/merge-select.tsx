import { Select } from '@mantine/core';
import { useI18n } from '../../i18n/i18n-context.js';

const CHOICES = ['usual', 'merge', 'keep'] as const;
type Choice = (typeof CHOICES)[number];

/** As the API says it; `null`: as the settings of the server say. */
const VALUES: Readonly<Record<Choice, boolean | null>> = { usual: null, merge: true, keep: false };

interface MergeSelectProps {
  value: boolean | null;
  disabled?: boolean;
  onChange: (value: boolean | null) => void;
}

/** Whether the files of an audiobook become one. */
export function MergeSelect({ value, disabled = false, onChange }: MergeSelectProps) {
  const { t } = useI18n();
  return (
    <Select
      label={t('merge.label')}
      description={t('merge.help')}
      value={CHOICES.find((choice) => VALUES[choice] === value) ?? 'usual'}
      onChange={(choice) => onChange(VALUES[choice ?? 'usual'])}
      data={CHOICES.map((choice) => ({ value: choice, label: t(`merge.${choice}`) }))}
      allowDeselect={false}
      disabled={disabled}
      comboboxProps={{ zIndex: 400 }}
    />
  );
}
