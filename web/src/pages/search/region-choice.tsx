import { Button, Checkbox, Popover, Stack } from '@mantine/core';
import { IconChevronDown, IconWorld } from '@tabler/icons-react';
import { useI18n } from '../../i18n/i18n-context.js';
import { labelled } from '../../i18n/join-names.js';
import { MOST_REGIONS, type SearchRegions } from './use-search-regions.js';

/** Chooses which regions of the catalogue are searched; nothing where there is one only. */
export function RegionChoice({ regions }: { regions: SearchRegions }) {
  const { t } = useI18n();
  const { offered, chosen, choose, nameOf } = regions;
  if (offered.length < 2) return null;
  const [only] = chosen;
  const words = chosen.length === 1 && only !== undefined ? nameOf(only) : t('search.regions.chosen', { count: chosen.length });
  return (
    <Popover position="bottom-end" width={280} trapFocus returnFocus shadow="md">
      <Popover.Target>
        <Button
          variant="default"
          size="sm"
          leftSection={<IconWorld size={16} aria-hidden="true" />}
          rightSection={<IconChevronDown size={14} aria-hidden="true" />}
          aria-label={labelled(t('search.regions'), words)}
        >
          {words}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('search.regions')}>
        <Checkbox.Group value={[...chosen]} onChange={choose} aria-label={t('search.regions')}>
          <Stack gap={10}>
            {offered.map(({ id, name }) => {
              const isChosen = chosen.includes(id);
              return (
                <Checkbox key={id} value={id} label={name} disabled={isChosen ? chosen.length === 1 : chosen.length >= MOST_REGIONS} />
              );
            })}
          </Stack>
        </Checkbox.Group>
        <p className="dim small" style={{ marginBlock: '12px 0' }}>
          {t('search.regions.help', { most: MOST_REGIONS })}
        </p>
      </Popover.Dropdown>
    </Popover>
  );
}
