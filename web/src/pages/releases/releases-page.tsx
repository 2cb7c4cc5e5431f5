import { Button, SegmentedControl, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { IconLock, IconPlayerStop } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { newPreviewId } from '../../api/queries/preview-queries.js';
import { useMe } from '../../api/queries/session-queries.js';
import { queryKeys } from '../../api/query-keys.js';
import type { RequestType } from '../../api/types.js';
import { StatePanel } from '../../components/feedback/state-panel.js';
import { PageHeader } from '../../components/page/page-header.js';
import { needMessages } from '../../i18n/catalog.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { ReleaseResults } from './release-results.js';
import classes from './releases.module.css';

needMessages('releases');

const TYPES = ['audiobook', 'ebook'] as const;
/** No search is longer. */
const LONGEST = 300;

function SearchForm({ words, type, onSearch }: { words: string; type: RequestType; onSearch: (words: string, type: RequestType) => void }) {
  const { t } = useI18n();
  const help = useId();
  const [text, setText] = useState(words);
  const [chosen, setChosen] = useState<RequestType>(type);
  const [seen, setSeen] = useState({ words, type });
  // back, forward and links change the address without the form
  if (seen.words !== words || seen.type !== type) {
    setSeen({ words, type });
    setText(words);
    setChosen(type);
  }
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim().length > 1) onSearch(text.trim().replace(/\s+/g, ' '), chosen);
      }}
    >
      <TextInput
        label={t('releases.words')}
        aria-describedby={help}
        value={text}
        maxLength={LONGEST}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <SegmentedControl
        aria-label={t('releases.type')}
        value={chosen}
        onChange={setChosen}
        data={TYPES.map((value) => ({ value, label: t(`ask.what.${value}`) }))}
      />
      <Button type="submit">{t('releases.search')}</Button>
      <p id={help} className={`${classes.help} dim small`}>
        {t('releases.words.help')}
      </p>
    </form>
  );
}

/** Searching the indexers in words of one's own, for people who may choose releases. */
export function ReleasesPage() {
  const { t } = useI18n();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { permissions } = useMe();
  const { words = '', type = 'audiobook' } = useSearch({ from: '/shell/releases' });
  // absent while the search is stopped
  const [searchId, setSearchId] = useState<string | undefined>(newPreviewId);

  if (!permissions.interactiveSearch) return <StatePanel icon={IconLock} title={t('error.notFound.body')} heading />;
  /** Forgets what was found before, because a person who searches again wants the indexers asked. */
  const search = (next: string, of: RequestType) => {
    client.removeQueries({ queryKey: queryKeys.releaseSearch(of, next) });
    setSearchId(newPreviewId());
    void navigate({ to: '/releases', search: { words: next, type: of === 'audiobook' ? undefined : of } });
  };
  const again = () => search(words, type);
  return (
    <>
      <PageHeader title={t('releases.title')} lead={t('releases.lead')} />
      <SearchForm words={words} type={type} onSearch={search} />
      {words === '' ? null : searchId ? (
        <ReleaseResults key={searchId} wish={{ words, type }} searchId={searchId} onStop={() => setSearchId(undefined)} onAgain={again} />
      ) : (
        <StatePanel
          icon={IconPlayerStop}
          title={t('releases.stopped')}
          action={<Button onClick={again}>{t('releases.again')}</Button>}
          compact
        />
      )}
    </>
  );
}
