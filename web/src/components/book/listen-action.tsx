import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconHeadphones } from '@tabler/icons-react';
import type { ListenLink } from '../../api/types.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { ActionMenu } from '../controls/action-menu.js';
import { ELSEWHERE } from '../controls/elsewhere.js';

interface ListenActionProps {
  listen: readonly ListenLink[];
  size?: 'sm' | 'md';
  fullWidth?: boolean;
}

/** Opens the audiobook in the media server that has it, or lets people choose among several. Nothing if it is in none. */
export function ListenAction({ listen, size = 'md', fullWidth = false }: ListenActionProps) {
  const { t } = useI18n();
  const [only, ...more] = listen;
  const look = { size, fullWidth, leftSection: <IconHeadphones size={18} aria-hidden="true" /> } as const;
  if (!only) return null;
  if (more.length === 0) {
    return (
      <Button {...look} component="a" href={only.url} {...ELSEWHERE}>
        {t('listen.in', { server: only.server })}
      </Button>
    );
  }
  return (
    <ActionMenu
      target={
        <Button {...look} rightSection={<IconChevronDown size={16} aria-hidden="true" />}>
          {t('listen.short')}
        </Button>
      }
    >
      {listen.map(({ server, url }) => (
        <Menu.Item key={url} component="a" href={url} {...ELSEWHERE}>
          {t('listen.in', { server })}
        </Menu.Item>
      ))}
    </ActionMenu>
  );
}
