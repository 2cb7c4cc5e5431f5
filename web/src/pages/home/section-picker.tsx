import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconCheck, IconPlus, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { categoriesQuery } from '../../api/queries/book-queries.js';
import type { HomeArrangement } from '../../api/types.js';
import { Dialog } from '../../components/feedback/dialog.js';
import { ErrorState } from '../../components/feedback/error-state.js';
import { LoadingBlock } from '../../components/feedback/loading-block.js';
import { useI18n } from '../../i18n/i18n-context.js';
import classes from './arrange-home.module.css';
import type { DraftSection } from './section-rows.js';
import { useSectionTitle } from './section-title.js';

interface Choosing {
  chosen: readonly string[];
  isFull: boolean;
  onToggle: (section: DraftSection) => void;
}

function Choice({ section, title, chosen, isFull, onToggle, inner = false }: Choosing & DraftSection & { inner?: boolean }) {
  const titleOf = useSectionTitle();
  const isChosen = chosen.includes(section);
  return (
    <button
      type="button"
      className={classes.choice}
      data-inner={inner}
      aria-pressed={isChosen}
      disabled={isFull && !isChosen}
      onClick={() => onToggle({ section, title })}
    >
      {isChosen ? <IconCheck size={16} aria-hidden="true" /> : <IconPlus size={16} aria-hidden="true" />}
      {titleOf(section, title)}
    </button>
  );
}

function CategoryChoices({ wanted, ...choosing }: Choosing & { wanted: string }) {
  const { t } = useI18n();
  const { data, error, refetch } = useQuery(categoriesQuery);
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} compact />;
  if (!data) return <LoadingBlock height={160} />;
  const fits = (name: string) => name.toLocaleLowerCase().includes(wanted.trim().toLocaleLowerCase());
  const shown = data.items.flatMap(({ id, name, children = [] }) => {
    const inner = fits(name) ? children : children.filter((child) => fits(child.name));
    return fits(name) || inner.length > 0 ? [{ id, name, inner }] : [];
  });
  if (shown.length === 0) return <p className="dim">{t('home.arrange.noCategory')}</p>;
  return (
    <ul className={classes.choices}>
      {shown.map(({ id, name, inner }) => (
        <li key={id}>
          <Choice section={`category:${id}`} title={name} {...choosing} />
          {inner.map((child) => (
            <Choice key={child.id} section={`category:${child.id}`} title={child.name} inner {...choosing} />
          ))}
        </li>
      ))}
    </ul>
  );
}

/** The sections that the home page offers; each choice is added at the end, or removed. */
export function SectionPicker({ choices, onClose, ...choosing }: Choosing & { choices: HomeArrangement['choices']; onClose: () => void }) {
  const { t } = useI18n();
  const [wanted, setWanted] = useState('');
  return (
    <Dialog title={t('home.arrange.add')} onClose={onClose}>
      {choosing.isFull ? <p className={classes.full}>{t('home.arrange.full')}</p> : null}
      <div className={classes.kinds}>
        {choices.map((choice) => (
          <Choice key={choice.section} {...choice} {...choosing} />
        ))}
      </div>
      <h3 className={classes.heading}>{t('browse.categories')}</h3>
      <TextInput
        type="search"
        aria-label={t('home.arrange.findCategory')}
        placeholder={t('home.arrange.findCategory')}
        leftSection={<IconSearch size={16} aria-hidden="true" />}
        value={wanted}
        onChange={(event) => setWanted(event.currentTarget.value)}
        mb="sm"
      />
      <CategoryChoices wanted={wanted} {...choosing} />
    </Dialog>
  );
}
