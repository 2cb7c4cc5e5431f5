import { createContext, useContext, useMemo } from 'react';
import type { ReactNode } from 'react';
import { messageOf, wordsOf } from './catalog.js';
import type { MessageKey } from './catalog.js';
import { formatMessage } from './format-message.js';
import type { MessageValues } from './format-message.js';
import * as formats from './format-values.js';
import { pseudoLocalize } from './pseudo-locale.js';

export interface I18n {
  locale: string;
  t: (key: MessageKey, values?: MessageValues) => string;
  /** Texts of a schema; the catalogue has them under `key` in other languages. */
  say: (key: string, english: string) => string;
  bytes: (value: number) => string;
  rate: (value: number) => string;
  duration: (minutes: number) => string;
  remaining: (seconds: number) => string;
  percent: (fraction: number) => string;
  number: (value: number, digits?: number) => string;
  date: (value: string) => string;
  day: (value: string) => string;
  month: (value: string) => string;
  dayOfMonth: (value: string) => string;
  weekday: (value: string) => string;
  dateTime: (value: string) => string;
  time: (value: string) => string;
  second: (value: string) => string;
  moment: (value: string) => string;
  relative: (value: string, now?: Date) => string;
  list: (items: readonly string[]) => string;
  language: (code: string) => string;
}

/** `en-XA` is the pseudo-locale: `localStorage['lectern-locale'] = 'en-XA'` shows it. */
export const PSEUDO_LOCALE = 'en-XA';

/** "Requested now" would read as an order: what has just happened needs another word than what is about to. */
function isJustNow(value: string, now: Date): boolean {
  const age = now.getTime() - new Date(value).getTime();
  return age >= 0 && age < 60_000;
}

function createI18n(locale: string): I18n {
  const pseudo = locale === PSEUDO_LOCALE;
  const intl = pseudo ? 'en' : locale;
  const translate: I18n['t'] = (key, values = {}) => formatMessage(pseudo ? pseudoLocalize(messageOf(key)) : messageOf(key), values, intl);
  return {
    locale: intl,
    t: translate,
    say: (key, english) => (pseudo ? pseudoLocalize(wordsOf(key, english)) : wordsOf(key, english)),
    bytes: (value) => formats.formatBytes(value, intl),
    rate: (value) => formats.formatRate(value, intl),
    duration: (minutes) => formats.formatDuration(minutes, intl),
    remaining: (seconds) => formats.formatRemaining(seconds, intl),
    percent: (fraction) => formats.formatPercent(fraction, intl),
    number: (value, digits) => formats.formatNumber(value, intl, digits),
    date: (value) => formats.formatDate(value, intl),
    day: (value) => formats.formatDay(value, intl, new Date()),
    month: (value) => formats.formatMonth(value, intl),
    dayOfMonth: (value) => formats.formatDayOfMonth(value, intl),
    weekday: (value) => formats.formatWeekday(value, intl),
    dateTime: (value) => formats.formatDateTime(value, intl),
    moment: (value) => formats.formatMoment(value, intl, new Date()),
    second: (value) => formats.formatSecond(value, intl, new Date()),
    time: (value) => formats.formatTime(value, intl),
    relative: (value, now = new Date()) => (isJustNow(value, now) ? translate('time.justNow') : formats.formatRelative(value, intl, now)),
    list: (items) => formats.formatList(items, intl),
    language: (code) => formats.formatLanguage(code, intl),
  };
}

function storedLocale(): string {
  try {
    return localStorage.getItem('lectern-locale') ?? defaultLocale();
  } catch {
    return defaultLocale();
  }
}

/** Words are English for now; dates and numbers follow the reader's own English if there is one. */
function defaultLocale(): string {
  return navigator.languages.find((language) => language.startsWith('en')) ?? 'en';
}

const I18nContext = createContext<I18n | null>(null);

export function I18nProvider({ locale, children }: { locale?: string; children: ReactNode }) {
  const value = useMemo(() => createI18n(locale ?? storedLocale()), [locale]);
  return <I18nContext.Provider value={value}>{children}</I18nContext.Provider>;
}

export function useI18n(): I18n {
  const value = useContext(I18nContext);
  if (!value) throw new Error('useI18n needs an I18nProvider');
  return value;
}
