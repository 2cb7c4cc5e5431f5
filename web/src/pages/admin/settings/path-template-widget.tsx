import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { WidgetProps } from '@rjsf/utils';
import { useState } from 'react';
import { settingsQuery, templatePreviewQuery } from '../../../api/queries/admin-queries.js';
import { wrapped } from '../../../forms/field-wrapper.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import classes from './settings.module.css';

/** Once another template is saved: that placed books keep their names, and the way to new ones. */
function RenameNote({ name }: { name: string }) {
  const { t } = useI18n();
  const { data } = useQuery(settingsQuery);
  const saved = (data?.library as Record<string, unknown> | undefined)?.[name];
  const [first] = useState(saved);
  return (
    <div role="status">
      {saved === undefined || saved === first ? null : (
        <p className={classes.renameNote}>
          {t('settings.template.placed')} <Link to="/admin/library/rename">{t('rename.preview')}</Link>
        </p>
      )}
    </div>
  );
}

/** The path template, with a preview for real books below it. */
export function PathTemplateWidget(props: WidgetProps) {
  const { t } = useI18n();
  const onChange = props.onChange as (value: string | undefined) => void;
  const value = typeof props.value === 'string' ? props.value : '';
  const [settled] = useDebouncedValue(value, 300);
  const { data } = useQuery(templatePreviewQuery(settled));
  const { error, ...common } = wrapped(props);
  // errors of an earlier text do not apply to the current one
  const previewed = settled === value && value !== '' ? data : undefined;
  const problem = error ?? previewed?.errors.map(({ message }) => message).join(' ');
  return (
    <div>
      <TextInput
        {...common}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value === '' ? undefined : event.currentTarget.value)}
        error={problem}
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        dir="ltr"
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      />
      <div aria-live="polite">
        {data?.ok && value !== '' ? (
          <ul className={classes.samples} aria-label={t('settings.template.preview')}>
            {data.samples.map((sample) => (
              <li key={sample.book}>
                <bdi>{sample.path}</bdi>
              </li>
            ))}
          </ul>
        ) : null}
      </div>
      <RenameNote name={props.name} />
    </div>
  );
}
