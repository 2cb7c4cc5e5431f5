import { Menu, useMantineColorScheme } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { IconCheck, IconLogout } from '@tabler/icons-react';
import { useMe, useSignOut } from '../../api/queries/session-queries.js';
import { ActionMenu } from '../controls/action-menu.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { labelled } from '../../i18n/join-names.js';
import { SCHEMES } from './color-schemes.js';
import classes from './frame.module.css';
import { OWN_PAGES } from './nav-items.js';

/** The menu of the signed-in person; opens as soon as it is loaded, on the first press of the button. */
export function UserMenu() {
  const { t } = useI18n();
  const me = useMe();
  const signOut = useSignOut();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const name = me.displayName || me.username;
  return (
    <ActionMenu
      width={220}
      defaultOpened
      target={
        <button type="button" className={classes.avatar} aria-label={labelled(t('nav.account'), name)}>
          {Array.from(name)[0]?.toLocaleUpperCase() ?? '?'}
        </button>
      }
    >
      <Menu.Label>{name}</Menu.Label>
      {OWN_PAGES.map(({ to, icon: PageIcon, label }) => (
        <Menu.Item key={to} leftSection={<PageIcon size={18} />} renderRoot={(props) => <Link to={to} {...props} />}>
          {t(label)}
        </Menu.Item>
      ))}
      <Menu.Divider />
      <Menu.Label>{t('nav.theme')}</Menu.Label>
      {SCHEMES.map(({ value, icon: SchemeIcon, label }) => (
        <Menu.Item
          key={value}
          leftSection={<SchemeIcon size={18} />}
          rightSection={colorScheme === value ? <IconCheck size={16} /> : null}
          onClick={() => setColorScheme(value)}
          closeMenuOnClick={false}
        >
          {t(label)}
        </Menu.Item>
      ))}
      <Menu.Divider />
      <Menu.Item leftSection={<IconLogout size={18} />} onClick={() => signOut.mutate()}>
        {t('nav.signOut')}
      </Menu.Item>
    </ActionMenu>
  );
}
