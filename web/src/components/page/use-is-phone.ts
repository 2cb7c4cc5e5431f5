import { useMediaQuery } from '@mantine/hooks';

/** Whether the window is as narrow as a phone, known from the first draw on. The same width is in the style sheets. */
export function useIsPhone(): boolean {
  return useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
}
