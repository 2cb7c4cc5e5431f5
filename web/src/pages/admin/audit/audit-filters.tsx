import { Button, Select } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { auditChoicesQuery, type AuditFilter } from '../../../api/queries/audit-queries.js';
import { DayFields } from '../../../components/page/day-fields.js';
import { SearchField } from '../../../components/page/search-field.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import classes from './audit.module.css';
import { groupName } from './detail-text.js';

interface AuditFiltersProps {
  filter: AuditFilter;
  /** Name of the chosen target. */
  targetName: string | undefined;
  onChange: (change: Partial<AuditFilter>) => void;
  onClear: () => void;
}

/** Filters the history by text, person, group and days. */
export function AuditFilters({ filter, targetName, onChange, onClear }: AuditFiltersProps) {
  const { t, locale } = useI18n();
  const { data } = useQuery(auditChoicesQuery);
  const groups = (data?.groups ?? []).map((group) => ({ value: group, label: groupName(group) }));
  const isNarrow = Object.values(filter).some(Boolean);
  return (
    <div className={classes.filters}>
      <SearchField
        className={classes.search}
        label={t('audit.search')}
        value={filter.search}
        onSearch={(search) => onChange({ search })}
        maxLength={100}
      />
      <Select
        aria-label={t('audit.person')}
        placeholder={t('audit.person.any')}
        data={(data?.people ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        value={filter.actorId ?? null}
        onChange={(value) => onChange({ actorId: value ?? undefined })}
        clearable
        searchable
      />
      <Select
        aria-label={t('audit.group')}
        placeholder={t('audit.group.any')}
        data={groups.sort((a, b) => a.label.localeCompare(b.label, locale))}
        value={filter.group ?? null}
        onChange={(value) => onChange({ group: value ?? undefined })}
        clearable
        searchable
      />
      <DayFields days={filter} onChange={onChange} />
      {isNarrow ? (
        <Button variant="subtle" leftSection={<IconX size={16} />} onClick={onClear}>
          {t('audit.clear')}
        </Button>
      ) : null}
      {filter.targetId ? <p className={classes.target}>{t('audit.target', { name: targetName ?? filter.targetId })}</p> : null}
    </div>
  );
}
