import { demoAuthors } from './demo-authors.js';
import { booksOfTable } from './book-table.js';
import type { DemoBook } from './demo-book.js';

const SF = '90000000310';

/** A long series with short stories between its parts, a collection, two readings of one part, and parts to come. */
export const drownedMeridian: readonly DemoBook[] = booksOfTable(
  {
    asinPrefix: 'B0MERI',
    authors: [demoAuthors.tidewell],
    narrator: 'Gideon Black',
    series: { id: 'B0SERI0008', name: 'The Drowned Meridian' },
    publisher: 'Halcyon Sound',
    categories: [SF],
  },
  `
  1     | The Mapmaker's Tide               | 612 | 2009-03-10 | A chart shows a coast that nobody has landed on.
  2     | Salt and Survey                   | 588 | 2009-11-03 | Two crews measure the same bay and come home with two maps.
  3     | The Lighthouse Ledger             | 641 | 2010-06-15 | Somebody has paid for the oil of a lighthouse that fell a century ago.
  4     | Soundings                         | 597 | 2011-02-22 | The lead goes down four hundred fathoms and comes up warm.
  4     | Soundings (Full Cast)             | 622 | 2021-05-04 | The fourth voyage, played by a company of eight. | Philippa Marsh
  4.5   | A Rope of Sand                    | 74  | 2011-08-09 | A short story between two voyages.
  5     | The Quiet Quadrant                | 603 | 2011-12-06 | No wind, no current, and the ship is moving.
  6     | Under a Borrowed Flag             | 655 | 2012-09-18 | To enter the harbour they need a country.
  7     | The Pilot's Widow                 | 571 | 2013-04-30 | She knows the channel, and asks for half.
  7.5   | The Cook's Log                    | 61  | 2013-10-08 | The seventh voyage as it was seen from the galley.
  8     | Dead Reckoning House              | 634 | 2014-03-25 | A school for navigators, built where no road leads.
  9     | The Second Horizon                | 660 | 2014-11-11 | Behind the horizon there is another one, and it is closer.
  10    | What the Ice Kept                 | 618 | 2015-07-14 | A ship's boat, dry and painted, inside a floe.
  11    | The Harbour of Clocks             | 649 | 2016-03-01 | Every clock in town is right, and each shows another time.
  12    | A Chart of Small Mercies          | 593 | 2016-10-25 | Twelve islands, one for each thing the crew gave up.
  13    | The Undertow Papers               | 667 | 2017-06-20 | An inquiry into a voyage that the admiralty says never sailed.
  14    | The Glass Barometer               | 605 | 2018-02-13 | It has foretold the weather for a week that is not in the calendar.
  15    | Landfall, Twice                   | 639 | 2018-10-02 | They discover the island again, and are expected.
  16    | The Keeper of Slack Water         | 586 | 2019-05-28 | For nine minutes a day the sea can be walked on.
  17    | Meridian's Daughter               | 671 | 2020-01-21 | The line on the map has a name, and would like it back.
  18    | The Long Watch                    | 644 | 2020-09-15 | Four hours of night that last a winter.
  19    | North by Memory                   | 628 | 2021-06-08 | The compass points to where each of them grew up.
  20    | The Silt Parliament               | 656 | 2022-03-15 | At low water the drowned town holds its sessions.
  21    | All Hands Accounted For           | 613 | 2023-01-24 | There is one more than there was.
  22    | The Wreckers' Almanac             | 647 | 2024-02-06 | It lists every storm of the coming year, with prices.
  23    | A Fathom of Light                 | 632 | 2025-01-14 | The lighthouse is lit from below.
  24    | The Tide Returns the Letters      |     | -20        | Everything that was thrown overboard comes home.
  25    | The Drowned Meridian              |     | +25        | The line is under water, and somebody is walking along it.
  26    | Untitled Voyage                   |     | +210       | The last of the voyages, the author says.
  1-3   | The Drowned Meridian: Voyages 1-3 | 1841 | 2015-11-17 | The first three voyages in one volume.
  4-6   | The Drowned Meridian: Voyages 4-6 | 1855 | 2017-11-14 | Three voyages in one volume.
`,
);
