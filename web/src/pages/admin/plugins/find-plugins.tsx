import { Button, Skeleton, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { IconCheck, IconCloudOff, IconPuzzle, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { ActionButton } from '../../../components/controls/action-button.js';
import { pluginSearchQuery, type FoundPlugin } from '../../../api/queries/plugin-queries.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { StatePanel } from '../../../components/feedback/state-panel.js';
import { Section } from '../../../components/page/section.js';
import { Chip } from '../../../components/status/chip.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { joinFacts, labelled } from '../../../i18n/join-names.js';
import classes from './plugins.module.css';

interface FindPluginsProps {
  /** Host of the registry. */
  registry: string;
  /** Names of installed packages. */
  present: readonly string[];
  onChoose: (name: string) => void;
}

function Result({ found, present, onChoose }: { found: FoundPlugin; present: boolean; onChoose: () => void }) {
  const { t, relative } = useI18n();
  const link = found.links.homepage ?? found.links.repository ?? found.links.npm;
  const facts = [found.version, found.author ?? '', found.publishedAt ? relative(found.publishedAt) : ''].filter(Boolean);
  return (
    <div className={classes.result}>
      <div className={classes.resultText}>
        <strong>
          <bdi dir="ltr">{found.name}</bdi>
        </strong>
        {found.description ? (
          <span>
            <bdi>{found.description}</bdi>
          </span>
        ) : null}
        <span className="dim small">
          {joinFacts(facts)}
          {link ? (
            <>
              {' · '}
              <a href={link} target="_blank" rel="noreferrer">
                {t('plugins.find.page')}
              </a>
            </>
          ) : null}
        </span>
      </div>
      {present ? (
        <Chip tone="good" icon={IconCheck}>
          {t('plugins.find.present')}
        </Chip>
      ) : (
        <Button variant="default" onClick={onChoose} aria-label={labelled(t('plugins.install'), found.name)}>
          {t('plugins.install')}
        </Button>
      )}
    </div>
  );
}

/** Searches the registry for plugins. */
export function FindPlugins({ registry, present, onChoose }: FindPluginsProps) {
  const { t } = useI18n();
  const [text, setText] = useState('');
  const [asked] = useDebouncedValue(text.trim(), 350);
  const { data, error, refetch, isFetching } = useQuery(pluginSearchQuery(asked));
  return (
    <Section title={t('plugins.find')} note={t('plugins.find.note', { registry })}>
      <TextInput
        aria-label={t('plugins.find.label')}
        placeholder={t('plugins.find.label')}
        leftSection={<IconSearch size={16} aria-hidden="true" />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        maxLength={200}
        type="search"
        maw={460}
      />
      <div className={classes.results} aria-live="polite" aria-busy={isFetching}>
        {data?.problem ? (
          <StatePanel
            icon={IconCloudOff}
            title={t('plugins.find.away')}
            compact
            action={
              <ActionButton variant="default" onClick={() => void refetch()} loading={isFetching}>
                {t('common.retry')}
              </ActionButton>
            }
          >
            {data.problem.message}
          </StatePanel>
        ) : data ? (
          data.items.length > 0 ? (
            data.items.map((found) => (
              <Result key={found.name} found={found} present={present.includes(found.name)} onChoose={() => onChoose(found.name)} />
            ))
          ) : (
            <StatePanel
              icon={IconPuzzle}
              title={t(asked === '' ? 'plugins.find.none' : 'plugins.find.noMatch', { query: asked })}
              compact
            />
          )
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} compact />
        ) : (
          <div role="status" aria-label={t('common.loading')}>
            <Skeleton height={62} mb="sm" />
            <Skeleton height={62} />
          </div>
        )}
      </div>
    </Section>
  );
}
