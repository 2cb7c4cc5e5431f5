import { useDirection } from '@mantine/core';
import { formatMessage, isolated, languageOf, pseudoMarked, type LanguageTag, type MessageValues } from '@lectern/messages';
import { createContext, useContext, useEffect, useMemo, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { messageOf, onLanguage, spokenLanguage, wordsOf } from './catalog.js';
import type { MessageKey } from './catalog.js';
import * as formats from './format-values.js';
import { formatLocale, isPseudo, markPage } from './language.js';

export interface I18n {
  locale: string;
  t: (key: MessageKey, values?: MessageValues) => string;
  /** Texts of the server, such as a schema's; the catalogue has them under `key` in other languages. `english` has the values in it already. */
  say: (key: string, english: string, values?: MessageValues) => string;
  bytes: (value: number) => string;
  rate: (value: number) => string;
  duration: (minutes: number) => string;
  remaining: (seconds: number) => string;
  percent: (fraction: number) => string;
  number: (value: number, digits?: number) => string;
  date: (value: string) => string;
  day: (value: string) => string;
  /** A day of the reader's calendar, as a heading. */
  dayHeading: (value: string) => string;
  month: (value: string) => string;
  dayOfMonth: (value: string) => string;
  weekday: (value: string) => string;
  dateTime: (value: string) => string;
  time: (value: string) => string;
  second: (value: string) => string;
  moment: (value: string) => string;
  relative: (value: string, now?: Date) => string;
  /** Of what is about to happen; what is overdue happens now. */
  upcoming: (value: string, now?: Date) => string;
  list: (items: readonly string[]) => string;
  language: (code: string) => string;
  region: (region: { readonly id: string; readonly name: string }) => string;
}

/** "Requested now" would read as an order: what has just happened needs another word than what is about to. */
function isJustNow(value: string, now: Date): boolean {
  const age = now.getTime() - new Date(value).getTime();
  return age >= 0 && age < 60_000;
}

function createI18n(language: LanguageTag): I18n {
  const pseudo = isPseudo();
  const intl = formatLocale(language);
  const fill = (message: string, values: MessageValues) =>
    pseudo ? pseudoMarked(formatMessage(message, values, intl, true)) : formatMessage(message, values, intl);
  const translate: I18n['t'] = (key, values = {}) => fill(messageOf(key), values);
  return {
    locale: intl,
    t: translate,
    say: (key, english, values = {}) => {
      const words = wordsOf(key, english);
      // English of the server is no message: a brace in it is a brace
      if (words === english) return pseudo ? pseudoMarked(english) : isolated(english, intl);
      return fill(words, values);
    },
    bytes: (value) => formats.formatBytes(value, intl),
    rate: (value) => formats.formatRate(value, intl),
    duration: (minutes) => formats.formatDuration(minutes, intl),
    remaining: (seconds) => formats.formatRemaining(seconds, intl),
    percent: (fraction) => formats.formatPercent(fraction, intl),
    number: (value, digits) => formats.formatNumber(value, intl, digits),
    date: (value) => formats.formatDate(value, intl),
    day: (value) => formats.formatDay(value, intl, new Date()),
    dayHeading: (value) => formats.formatDayHeading(value, intl, new Date()),
    month: (value) => formats.formatMonth(value, intl),
    dayOfMonth: (value) => formats.formatDayOfMonth(value, intl),
    weekday: (value) => formats.formatWeekday(value, intl),
    dateTime: (value) => formats.formatDateTime(value, intl),
    moment: (value) => formats.formatMoment(value, intl, new Date()),
    second: (value) => formats.formatSecond(value, intl, new Date()),
    time: (value) => formats.formatTime(value, intl),
    relative: (value, now = new Date()) => (isJustNow(value, now) ? translate('time.justNow') : formats.formatRelative(value, intl, now)),
    upcoming: (value, now = new Date()) => formats.formatRelative(new Date(value) < now ? now.toISOString() : value, intl, now),
    list: (items) => formats.formatList(items, intl),
    language: (code) => formats.formatLanguage(code, intl),
    region: (region) => formats.formatRegion(region, intl),
  };
}

const I18nContext = createContext<I18n | null>(null);

/** Around the program: its words in the language that is spoken, and the page's direction with it. */
export function I18nProvider({ children }: { children: ReactNode }) {
  const language = useSyncExternalStore(onLanguage, spokenLanguage);
  const { setDirection } = useDirection();
  const value = useMemo(() => createI18n(language), [language]);
  useEffect(() => {
    markPage(language);
    setDirection(languageOf(language).direction);
  }, [language, setDirection]);
  return <I18nContext.Provider value={value}>{children}</I18nContext.Provider>;
}

export function useI18n(): I18n {
  const value = useContext(I18nContext);
  if (!value) throw new Error('useI18n needs an I18nProvider');
  return value;
}
