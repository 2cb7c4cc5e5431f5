import { Button, Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import {
  IconFileImport,
  IconFolderPlus,
  IconFolderSymlink,
  IconListDetails,
  IconStethoscope,
  IconTools,
  IconTrash,
  IconUpload,
} from '@tabler/icons-react';
import { ActionMenu } from '../../../components/controls/action-menu.js';
import { useIsPhone } from '../../../components/page/use-is-phone.js';
import { useI18n } from '../../../i18n/i18n-context.js';

/** The pages that work on the library as a whole. */
const TOOLS = [
  { to: '/admin/library/series', label: 'library.gaps.link', Icon: IconListDetails },
  { to: '/admin/library/take-in', label: 'takeIn.link', Icon: IconFolderPlus },
  { to: '/admin/library/check-up', label: 'checkUp.link', Icon: IconStethoscope },
  { to: '/admin/library/rename', label: 'rename.link', Icon: IconFolderSymlink },
  { to: '/admin/library/import', label: 'manual.link', Icon: IconFileImport },
  { to: '/admin/library/uploads', label: 'uploads.link', Icon: IconUpload },
  { to: '/admin/library/bin', label: 'bin.link', Icon: IconTrash },
] as const;

/** Links to the pages that work on the library; on a phone they are behind one button, so that the list of books is near. */
export function LibraryTools() {
  const { t } = useI18n();
  const isPhone = useIsPhone();
  if (!isPhone) {
    return TOOLS.map(({ to, label, Icon }) => (
      <Button
        key={to}
        variant="default"
        leftSection={<Icon size={16} aria-hidden="true" />}
        renderRoot={(props) => <Link to={to} {...props} />}
      >
        {t(label)}
      </Button>
    ));
  }
  return (
    <ActionMenu
      target={
        <Button variant="default" leftSection={<IconTools size={16} aria-hidden="true" />}>
          {t('library.tools')}
        </Button>
      }
    >
      {TOOLS.map(({ to, label, Icon }) => (
        <Menu.Item key={to} leftSection={<Icon size={16} aria-hidden="true" />} renderRoot={(props) => <Link to={to} {...props} />}>
          {t(label)}
        </Menu.Item>
      ))}
    </ActionMenu>
  );
}
