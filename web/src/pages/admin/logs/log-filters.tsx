import { Button, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { LOG_LEVELS, type LogFilter } from '../../../api/queries/log-queries.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import type { Sources } from './use-sources.js';
import classes from './logs.module.css';

interface LogFiltersProps {
  filter: LogFilter;
  sources: Sources;
  onChange: (filter: LogFilter) => void;
}

/** Which lines are shown: by words, level, integration or plugin, and request. */
export function LogFilters({ filter, sources, onChange }: LogFiltersProps) {
  const { t } = useI18n();
  const [typed, setTyped] = useState({ words: filter.words ?? '', request: filter.request ?? '' });
  const applySoon = useDebouncedCallback(
    (next: typeof typed) => onChange({ ...filter, words: next.words.trim() || undefined, request: next.request.trim() || undefined }),
    250,
  );
  const type = (change: Partial<typeof typed>) => {
    setTyped({ ...typed, ...change });
    applySoon({ ...typed, ...change });
  };
  const { level, integration, plugin } = filter;
  const choose = (source: string | null) => {
    const [kind, id] = source === null ? [] : [source.slice(0, source.indexOf(':')), source.slice(source.indexOf(':') + 1)];
    onChange({ ...filter, integration: kind === 'integration' ? id : undefined, plugin: kind === 'plugin' ? id : undefined });
  };
  return (
    <div className={classes.filters}>
      <TextInput
        aria-label={t('logs.words')}
        placeholder={t('logs.words')}
        leftSection={<IconSearch size={16} aria-hidden="true" />}
        value={typed.words}
        onChange={(event) => type({ words: event.currentTarget.value })}
        maxLength={200}
        className={classes.search}
      />
      <Select
        aria-label={t('logs.level')}
        placeholder={t('logs.level.any')}
        data={LOG_LEVELS.map((value) => ({
          value,
          label: value === 'fatal' ? t('logs.level.fatal') : t('logs.level.least', { level: t(`logs.level.${value}`) }),
        }))}
        value={level ?? null}
        onChange={(value) => onChange({ ...filter, level: LOG_LEVELS.find((one) => one === value) })}
        clearable
      />
      <Select
        aria-label={t('logs.source')}
        placeholder={t('logs.source.any')}
        data={sources.choices}
        value={integration ? `integration:${integration}` : plugin ? `plugin:${plugin}` : null}
        onChange={choose}
        clearable
        searchable
      />
      <TextInput
        aria-label={t('logs.request')}
        placeholder={t('logs.request')}
        value={typed.request}
        onChange={(event) => type({ request: event.currentTarget.value })}
        maxLength={100}
      />
      {Object.values(filter).some(Boolean) ? (
        <Button
          variant="subtle"
          leftSection={<IconX size={16} />}
          onClick={() => {
            setTyped({ words: '', request: '' });
            onChange({});
          }}
        >
          {t('logs.clear')}
        </Button>
      ) : null}
    </div>
  );
}
