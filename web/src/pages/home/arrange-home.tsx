import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { ActionButton } from '../../components/controls/action-button.js';
import { homeArrangementQuery, useArrangeHome } from '../../api/queries/home-queries.js';
import type { HomeArrangement } from '../../api/types.js';
import { ErrorState } from '../../components/feedback/error-state.js';
import { LoadingBlock } from '../../components/feedback/loading-block.js';
import { toast } from '../../components/feedback/toast.js';
import { useErrorText } from '../../components/feedback/use-error-text.js';
import { PageHeader } from '../../components/page/page-header.js';
import { useI18n } from '../../i18n/i18n-context.js';
import classes from './arrange-home.module.css';
import { SectionPicker } from './section-picker.js';
import { SectionRows, type DraftSection } from './section-rows.js';
import { useSectionTitle } from './section-title.js';

/** The same limit as on the server. */
const MOST_SECTIONS = 12;

function isSameOrder(sections: readonly DraftSection[], order: readonly string[]): boolean {
  return sections.length === order.length && sections.every(({ section }, index) => section === order[index]);
}

function Draft({ arrangement, onClose }: { arrangement: HomeArrangement; onClose: () => void }) {
  const { t } = useI18n();
  const titleOf = useSectionTitle();
  const errorText = useErrorText();
  const save = useArrangeHome();
  const [sections, setSections] = useState<readonly DraftSection[]>(arrangement.sections);
  const [isPicking, setPicking] = useState(false);
  const [said, setSaid] = useState('');
  const addButton = useRef<HTMLButtonElement>(null);
  const isDefault = isSameOrder(sections, arrangement.defaults);

  const reset = () => {
    const titles = new Map(arrangement.choices.map(({ section, title }) => [section, title]));
    setSections(arrangement.defaults.map((section) => ({ section, title: titles.get(section) ?? section })));
    setSaid(t('home.arrange.wasReset'));
    // the button that was pressed goes away
    addButton.current?.focus();
  };
  const remove = ({ section, title }: DraftSection) => {
    setSections(sections.filter((one) => one.section !== section));
    setSaid(t('home.arrange.removed', { section: titleOf(section, title) }));
  };
  const toggle = (chosen: DraftSection) => {
    if (sections.some(({ section }) => section === chosen.section)) return remove(chosen);
    if (sections.length >= MOST_SECTIONS) return;
    setSections([...sections, chosen]);
    setSaid(t('home.arrange.added', { section: titleOf(chosen.section, chosen.title) }));
  };
  const submit = () =>
    save.mutate(isDefault ? [] : sections.map(({ section }) => section), {
      onSuccess: onClose,
      onError: (error) => toast.problem(t('home.arrange.failed', { message: errorText(error) })),
    });

  return (
    <>
      <SectionRows sections={sections} onOrder={setSections} onRemove={remove} onSay={setSaid} afterLast={addButton} />
      {sections.length === 0 ? <p className="dim">{t('home.arrange.none')}</p> : null}
      <p className="visually-hidden" role="status">
        {said}
      </p>
      <Group gap="md" mt="md">
        <Button ref={addButton} variant="default" leftSection={<IconPlus size={16} />} onClick={() => setPicking(true)}>
          {t('home.arrange.add')}
        </Button>
        <span className="dim small">{t('home.arrange.count', { count: sections.length, most: MOST_SECTIONS })}</span>
      </Group>
      <div className={classes.foot}>
        <ActionButton onClick={submit} loading={save.isPending} disabled={sections.length === 0}>
          {t('common.save')}
        </ActionButton>
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        {isDefault ? null : (
          <Button variant="subtle" className={classes.reset ?? ''} onClick={reset}>
            {t('home.arrange.reset')}
          </Button>
        )}
      </div>
      {isPicking ? (
        <SectionPicker
          choices={arrangement.choices}
          chosen={sections.map(({ section }) => section)}
          isFull={sections.length >= MOST_SECTIONS}
          onToggle={toggle}
          onClose={() => setPicking(false)}
        />
      ) : null}
    </>
  );
}

/** The home page while it is being arranged. Nothing is kept until it is saved. */
export function ArrangeHome({ onClose }: { onClose: () => void }) {
  const { t } = useI18n();
  const { data, error, refetch } = useQuery(homeArrangementQuery);
  return (
    <div className={classes.page}>
      <PageHeader title={t('home.arrange.title')} lead={t('home.arrange.lead')} focused />
      {data ? (
        <Draft arrangement={data} onClose={onClose} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingBlock height={240} />
      )}
    </div>
  );
}
