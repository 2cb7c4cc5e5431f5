import { Checkbox, Group, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { requestListQuery } from '../../../api/queries/request-queries.js';
import { authorsOf } from '../../../components/book/book-text.js';
import { ActionButton } from '../../../components/controls/action-button.js';
import { Dialog } from '../../../components/feedback/dialog.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { LoadingBlock } from '../../../components/feedback/loading-block.js';
import { Pager } from '../../../components/page/pager.js';
import { usePreviewRename } from '../../../components/request/use-preview-rename.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { joinFacts } from '../../../i18n/join-names.js';
import classes from './renames.module.css';

/** No search is longer. */
const LONGEST = 300;
/** So many can be renamed at once, unless it is all of them. */
const MOST = 500;

interface ListProps {
  search: string;
  chosen: ReadonlySet<string>;
  onToggle: (id: string) => void;
}

/** Books that were placed, one page of them. */
function PlacedBooks({ search, chosen, onToggle }: ListProps) {
  const { t } = useI18n();
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery(
    requestListQuery({
      scope: 'all',
      together: true,
      group: 'completed',
      sort: 'title',
      order: 'asc',
      limit: 20,
      page,
      ...(search === '' ? {} : { search }),
    }),
  );
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} compact /> : <LoadingBlock height={240} mt="md" />;
  if (data.items.length === 0) {
    return (
      <p className="dim small" role="status">
        {search === '' ? t('rename.choose.empty') : t('rename.choose.none', { search })}
      </p>
    );
  }
  return (
    <>
      <ul className={classes.choices}>
        {data.items.map(({ id, book, type }) => (
          <li key={id}>
            <Checkbox
              size="md"
              checked={chosen.has(id)}
              disabled={!chosen.has(id) && chosen.size >= MOST}
              onChange={() => onToggle(id)}
              label={book.title}
              description={joinFacts([authorsOf(book), type === 'ebook' ? t('library.format.ebook') : ''].filter(Boolean))}
            />
          </li>
        ))}
      </ul>
      <Pager page={data.page} limit={data.limit} total={data.total} onPage={setPage} />
    </>
  );
}

/** Asks which of the placed books get new names. */
export function ChooseBooks({ onClose }: { onClose: () => void }) {
  const { t } = useI18n();
  const { preview, isPlanning } = usePreviewRename();
  const [text, setText] = useState('');
  const [settled] = useDebouncedValue(text.trim(), 300);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  return (
    <Dialog title={t('rename.choose.title')} onClose={onClose}>
      <TextInput
        data-autofocus
        value={text}
        maxLength={LONGEST}
        onChange={(event) => setText(event.currentTarget.value)}
        placeholder={t('rename.choose.search')}
        aria-label={t('rename.choose.search')}
        leftSection={<IconSearch size={16} aria-hidden="true" />}
      />
      <PlacedBooks key={settled} search={settled} chosen={chosen} onToggle={toggle} />
      <Group justify="flex-end" mt="xl">
        <ActionButton loading={isPlanning} disabled={chosen.size === 0} onClick={() => preview({ requestIds: [...chosen] }, onClose)}>
          {t('rename.choose.preview', { count: chosen.size })}
        </ActionButton>
      </Group>
    </Dialog>
  );
}
