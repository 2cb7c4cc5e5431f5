import { useMantineColorScheme } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import {
  IconBook,
  IconDatabaseExport,
  IconFileImport,
  IconFolderPlus,
  IconKeyboard,
  IconLogout,
  IconPlug,
  IconRefresh,
  IconSearch,
} from '@tabler/icons-react';
import type { Icon } from '@tabler/icons-react';
import { useScanLibrary } from '../../api/queries/admin-queries.js';
import { useMakeBackup } from '../../api/queries/backup-queries.js';
import { useMe, useSignOut } from '../../api/queries/session-queries.js';
import { queryKeys } from '../../api/query-keys.js';
import type { Home } from '../../api/types.js';
import type { MessageKey } from '../../i18n/catalog.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { ADMIN_PAGES } from '../../pages/admin/admin-pages.js';
import { authorsOf } from '../book/book-text.js';
import { toast } from '../feedback/toast.js';
import { useErrorText } from '../feedback/use-error-text.js';
import { SCHEMES } from './color-schemes.js';
import { NAV_ITEMS, OWN_PAGES } from './nav-items.js';

/** Something that the palette does. */
export interface Command {
  readonly id: string;
  readonly icon: Icon;
  readonly label: string;
  readonly note?: string;
  readonly run: () => void;
}

function usePages(): Command[] {
  const { t } = useI18n();
  const isAdmin = useMe().role === 'admin';
  const navigate = useNavigate();
  const page = ({ to, icon, label }: { to: string; icon: Icon; label: MessageKey }, note?: string): Command => ({
    id: to,
    icon,
    label: t(label),
    ...(note === undefined ? {} : { note }),
    run: () => void navigate({ to }),
  });
  return [
    ...NAV_ITEMS.filter((item) => isAdmin || !item.adminOnly).map((item) => page(item)),
    ...OWN_PAGES.map((item) => page(item)),
    ...(isAdmin ? ADMIN_PAGES.slice(1).map((item) => page(item, t('nav.admin'))) : []),
  ];
}

function useAdminVerbs(): Command[] {
  const { t } = useI18n();
  const errorText = useErrorText();
  const navigate = useNavigate();
  const scan = useScanLibrary();
  const backup = useMakeBackup();
  // the palette is gone by the time of the answer
  const begin = (work: Promise<unknown>, done: MessageKey) =>
    void work.then(
      () => toast.done(t(done)),
      (error: unknown) => toast.problem(errorText(error)),
    );
  const note = t('nav.admin');
  return [
    { id: 'scan', icon: IconRefresh, label: t('verb.scan'), note, run: () => begin(scan.mutateAsync(undefined), 'verb.scan.done') },
    { id: 'backup', icon: IconDatabaseExport, label: t('verb.backup'), note, run: () => begin(backup.mutateAsync(), 'verb.backup.done') },
    {
      id: 'add-integration',
      icon: IconPlug,
      label: t('verb.addIntegration'),
      note,
      run: () => void navigate({ to: '/admin/integrations/new' }),
    },
    {
      id: 'import-files',
      icon: IconFileImport,
      label: t('verb.importFiles'),
      note,
      run: () => void navigate({ to: '/admin/library/import' }),
    },
    { id: 'take-in', icon: IconFolderPlus, label: t('verb.takeIn'), note, run: () => void navigate({ to: '/admin/library/take-in' }) },
  ];
}

function useVerbs(onKeys: () => void): Command[] {
  const { t } = useI18n();
  const isAdmin = useMe().role === 'admin';
  const { setColorScheme } = useMantineColorScheme();
  const signOut = useSignOut();
  const adminVerbs = useAdminVerbs();
  return [
    ...(isAdmin ? adminVerbs : []),
    ...SCHEMES.map(({ value, icon, label }) => ({
      id: `theme-${value}`,
      icon,
      label: t('verb.theme', { scheme: t(label) }),
      run: () => setColorScheme(value),
    })),
    { id: 'keys', icon: IconKeyboard, label: t('keys.title'), run: onKeys },
    { id: 'sign-out', icon: IconLogout, label: t('nav.signOut'), run: () => void signOut.mutateAsync().catch(() => undefined) },
  ];
}

/** The books of the home page, which are at hand without a search. */
function useBooks(): Command[] {
  const client = useQueryClient();
  const navigate = useNavigate();
  const sections = client.getQueryData<Home>(queryKeys.home)?.sections ?? [];
  const known = new Map(sections.flatMap((section) => section.items.map((book) => [book.asin, book])));
  return [...known.values()].map((book) => ({
    id: book.asin,
    icon: IconBook,
    label: book.title,
    note: authorsOf(book),
    run: () => void navigate({ to: '.', search: (previous) => ({ ...previous, book: book.asin }) }),
  }));
}

const LIMIT = 9;

/** What fits the typed text: pages, actions, books at hand, and at the end the search. Without a text, the pages. */
export function useCommands(query: string, onKeys: () => void): Command[] {
  const { t } = useI18n();
  const navigate = useNavigate();
  const pages = usePages();
  const verbs = useVerbs(onKeys);
  const books = useBooks();
  const words = query.trim().toLocaleLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return pages.slice(0, LIMIT);
  const fits = ({ label, note }: Command) => {
    const text = `${label} ${note ?? ''}`.toLocaleLowerCase();
    return words.every((word) => text.includes(word));
  };
  return [
    ...[...pages, ...verbs, ...books].filter(fits).slice(0, LIMIT - 1),
    {
      id: 'search',
      icon: IconSearch,
      label: t('palette.searchFor', { query: query.trim() }),
      run: () => void navigate({ to: '/search', search: { q: query.trim() } }),
    },
  ];
}
