import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { userChoicesQuery } from '../../api/queries/admin-queries.js';
import { needMessages } from '../../i18n/catalog.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { filterSelect } from '../page/filter-select.js';

needMessages('requestLists');

interface PersonFieldProps {
  /** The id of the chosen person. */
  person: string | undefined;
  onChoose: (person: string | undefined) => void;
  inSheet: boolean;
}

/** Everybody who may have asked for something. */
export function PersonField({ person, onChoose, inSheet }: PersonFieldProps) {
  const { t } = useI18n();
  const { data: people = [] } = useQuery(userChoicesQuery);
  const choices = people.map(({ id, displayName, username }) => ({ value: id, label: displayName || username }));
  // somebody from the address who is not known yet, or not any more, can be seen and cleared
  if (person && !choices.some(({ value }) => value === person)) choices.push({ value: person, label: person });
  return (
    <Select
      {...filterSelect(t('requestList.person'), inSheet)}
      searchable
      data={choices}
      value={person ?? null}
      onChange={(chosen) => onChoose(chosen ?? undefined)}
    />
  );
}
