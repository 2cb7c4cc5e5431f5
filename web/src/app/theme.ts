import { createTheme } from '@mantine/core';
import type { CSSVariablesResolver, MantineColorsTuple } from '@mantine/core';
import { messageOf } from '../i18n/catalog.js';
import { keepFocus } from '../components/feedback/keep-focus.js';

/** Lamp light: the one accent. */
const amber: MantineColorsTuple = [
  '#fff6e3',
  '#fdeac4',
  '#f9d68e',
  '#f5c35f',
  '#f0ad33',
  '#dd9620',
  '#b87611',
  '#8f590a',
  '#74480a',
  '#553509',
];
/** Blue-black, from text on ink down to the deepest ground. */
const ink: MantineColorsTuple = [
  '#ece8df',
  '#c9c8c6',
  '#a3a6ae',
  '#7f8592',
  '#4a5162',
  '#343b4c',
  '#242a38',
  '#171b26',
  '#10131b',
  '#0a0c12',
];
/** The reds of faults and of what cannot be undone: the same as `--bad` and `--bad-soft`, and the shades between them. */
const red: MantineColorsTuple = [
  '#fae0dc',
  '#ffc3bb',
  '#ff9b90',
  '#c0392f',
  '#a8231b',
  '#921d16',
  '#7b1812',
  '#64150f',
  '#421a1a',
  '#2b1011',
];
/** Warm grays of the paper ground. */
const gray: MantineColorsTuple = [
  '#faf6ee',
  '#f3ede1',
  '#e8e0d1',
  '#d9cfbd',
  '#bdb2a0',
  '#958b7c',
  '#6b6459',
  '#514b43',
  '#38342f',
  '#201e1b',
];

/**
 * A long list of options scrolls itself, as a listbox may; a scrolling area around it would need a stop for the keyboard. The list is none
 * either: it closes when its field loses the focus, which would be nowhere then.
 */
const OPTIONS = { withScrollArea: false, attributes: { options: { tabIndex: -1 } } };

export const theme = createTheme({
  primaryColor: 'amber',
  primaryShade: { light: 4, dark: 4 },
  autoContrast: true,
  luminanceThreshold: 0.35,
  black: '#191c26',
  white: '#fffdf9',
  colors: { amber, red, dark: ink, gray },
  defaultRadius: 'md',
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '20px' },
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, monospace',
  headings: {
    fontFamily: '"Literata Variable", "Literata", Georgia, "Noto Serif", serif',
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.75rem', lineHeight: '1.2' },
      h2: { fontSize: '1.25rem', lineHeight: '1.3' },
      h3: { fontSize: '1.0625rem', lineHeight: '1.35' },
    },
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    InputWrapper: {
      styles: {
        label: { fontWeight: 550, marginBottom: 4 },
        description: { fontSize: '0.8125rem', lineHeight: 1.45, marginTop: 4 },
        error: { fontSize: '0.8125rem', lineHeight: 1.45, marginTop: 4 },
      },
    },
    Button: { defaultProps: { radius: 'md' } },
    Modal: { defaultProps: { transitionProps: { duration: 150 }, centered: true } },
    Drawer: { defaultProps: { transitionProps: { duration: 180 } } },
    ModalContent: { defaultProps: { onFocusCapture: keepFocus } },
    DrawerContent: { defaultProps: { onFocusCapture: keepFocus } },
    TextInput: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
    PasswordInput: {
      // asked for at each rendering, so that it follows the language
      defaultProps: () => ({
        inputWrapperOrder: ['label', 'input', 'description', 'error'],
        // the library leaves it out of the order of the Tab key
        visibilityToggleButtonProps: { 'aria-label': messageOf('app.password'), tabIndex: 0 },
      }),
    },
    NumberInput: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
    Textarea: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
    Select: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'], allowDeselect: false, ...OPTIONS } },
    MultiSelect: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'], ...OPTIONS } },
    TagsInput: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'], ...OPTIONS } },
  },
});

/** The style sheet has `--bad` and `--bad-soft` for each scheme. */
const REDS = {
  '--mantine-color-error': 'var(--bad)',
  '--mantine-color-red-text': 'var(--bad)',
  '--mantine-color-red-outline': 'var(--bad)',
  '--mantine-color-red-light': 'var(--bad-soft)',
  '--mantine-color-red-light-color': 'var(--bad)',
  '--mantine-color-red-light-hover': 'color-mix(in srgb, var(--bad-soft), var(--ground) 25%)',
};

export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    ...REDS,
    '--mantine-color-body': '#faf6ee',
    '--mantine-color-text': '#191c26',
    '--mantine-color-dimmed': '#625b50',
    '--mantine-color-placeholder': '#756d61',
    '--mantine-color-anchor': '#855109',
    '--mantine-color-amber-text': '#855109',
    '--mantine-color-amber-light': '#fbe6bb',
    '--mantine-color-amber-light-hover': '#f8dca3',
    '--mantine-color-amber-light-color': '#5f3b07',
    '--mantine-color-default': '#fffdf9',
    '--mantine-color-default-hover': '#f3ede1',
    '--mantine-color-default-border': '#d0c5b2',
  },
  dark: {
    ...REDS,
    '--mantine-color-red-filled': 'var(--mantine-color-red-3)',
    '--mantine-color-red-filled-hover': 'var(--mantine-color-red-4)',
    '--mantine-color-body': '#10131b',
    '--mantine-color-text': '#ece8df',
    '--mantine-color-dimmed': '#a3a6ae',
    '--mantine-color-placeholder': '#8b909c',
    '--mantine-color-anchor': '#f5c35f',
    '--mantine-color-amber-text': '#f5c35f',
    '--mantine-color-amber-light': '#3a2d14',
    '--mantine-color-amber-light-hover': '#473717',
    '--mantine-color-amber-light-color': '#f9d68e',
    '--mantine-color-default': '#171b26',
    '--mantine-color-default-hover': '#1f2431',
    '--mantine-color-default-border': '#3a4153',
  },
});
