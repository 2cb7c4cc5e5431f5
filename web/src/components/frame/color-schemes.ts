import type { MantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import type { Icon } from '@tabler/icons-react';

export const SCHEMES: readonly {
  value: MantineColorScheme;
  icon: Icon;
  label: 'nav.theme.light' | 'nav.theme.dark' | 'nav.theme.system';
}[] = [
  { value: 'light', icon: IconSun, label: 'nav.theme.light' },
  { value: 'dark', icon: IconMoon, label: 'nav.theme.dark' },
  { value: 'auto', icon: IconDeviceDesktop, label: 'nav.theme.system' },
];
