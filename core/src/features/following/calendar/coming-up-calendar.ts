import type { BookHeading, CatalogService } from '../../catalog/index.js';
import { sentence, type Speakers } from '../../../platform/words/index.js';
import type { Database } from '../../../platform/db/index.js';
import { languagesOf } from '../../users/account-rows.js';
import type { ComingUp } from '../coming-up.js';
import { writeCalendar, type CalendarEvent } from './ical.js';

/** The books to come of a person as a calendar, `text/calendar`, its name in their language. It holds titles, authors, series and dates, and nothing of the person. */
export type ComingUpCalendar = (userId: string) => Promise<string>;

interface ComingUpCalendarDeps {
  readonly comingUp: ComingUp;
  readonly catalog: Pick<CatalogService, 'headings'>;
  readonly database: Database;
  readonly speakers: Speakers;
  readonly now: () => Date;
}

/** The next ones; whoever waits for more finds them in the list. */
const MOST_EVENTS = 500;

function eventOf(asin: string, { title, authors, series: [primary] }: BookHeading, day: string): CalendarEvent {
  const people = authors.map(({ name }) => name).join(', ');
  const part = primary && [primary.name, primary.part].filter(Boolean).join(', ');
  const description = [people, part].filter(Boolean).join('\n');
  return { uid: `${asin}@coming-up.lectern`, day, summary: title, ...(description === '' ? {} : { description }) };
}

export function createComingUpCalendar({ comingUp, catalog, database, speakers, now }: ComingUpCalendarDeps): ComingUpCalendar {
  return async (userId) => {
    const next = (await comingUp(userId)).slice(0, MOST_EVENTS);
    const books = await catalog.headings(next.map(({ asin }) => asin));
    const events = next.flatMap(({ asin, releaseDate }) => {
      const book = books.get(asin);
      return book ? [eventOf(asin, book, releaseDate)] : [];
    });
    // stamped with the day alone: a calendar in which nothing changed stays the same, and is not sent again
    const writtenAt = new Date(`${now().toISOString().slice(0, 10)}T00:00:00Z`);
    const say = await speakers.in((await languagesOf(database.read, [userId])).get(userId) ?? 'en');
    return writeCalendar({ name: say(sentence('following.calendar_name')), writtenAt, events });
  };
}
