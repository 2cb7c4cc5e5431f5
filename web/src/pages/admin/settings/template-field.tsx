import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { templatePreviewQuery } from '../../../api/queries/admin-queries.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import classes from './settings.module.css';

interface TemplateFieldProps {
  label: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

/** Where books are filed, with what it means for real books below it. */
export function TemplateField({ label, value, error, onChange }: TemplateFieldProps) {
  const { t } = useI18n();
  const [settled] = useDebouncedValue(value, 300);
  const { data } = useQuery(templatePreviewQuery(settled));
  const problem = error ?? data?.errors.map((entry) => entry.message).join(' ');
  return (
    <div>
      <TextInput
        label={label}
        description={t('settings.library.template.help')}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        error={problem}
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      />
      <div aria-live="polite">
        {data?.ok ? (
          <ul className={classes.samples} aria-label={t('settings.library.template.preview')}>
            {data.samples.map((sample) => (
              <li key={sample.book}>
                <bdi>{sample.path}</bdi>
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </div>
  );
}
