import { TextInput } from '@mantine/core';
import type { Days } from '../../api/days.js';
import { useI18n } from '../../i18n/i18n-context.js';
import classes from './filter-frame.module.css';

/** The first and the last day of what a list shows. */
export function DayFields({ days, onChange }: { days: Days; onChange: (days: Days) => void }) {
  const { t } = useI18n();
  const fields = [
    ['firstDay', t('filter.firstDay')],
    ['lastDay', t('filter.lastDay')],
  ] as const;
  return (
    <div className={classes.days}>
      {fields.map(([name, label]) => (
        <label key={name} className={classes.day}>
          <span className="dim small">{label}</span>
          <TextInput
            type="date"
            aria-label={label}
            value={days[name] ?? ''}
            onChange={(event) => onChange({ [name]: event.currentTarget.value || undefined })}
          />
        </label>
      ))}
    </div>
  );
}
