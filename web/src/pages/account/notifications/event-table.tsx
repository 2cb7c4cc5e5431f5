import { Checkbox } from '@mantine/core';
import type { NotificationPreferences } from '../../../api/types.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { labelled } from '../../../i18n/join-names.js';
import classes from './notification-settings.module.css';
import { useSavePreference } from './use-save-preference.js';
import { useWayName, wayHelpId } from './way-name.js';

/**
 * Which events come by which ways. On a phone each event is a block; what is not laid out as a table any more is no table to some
 * browsers, so the roles are named.
 */
export function EventTable({ ways, events }: Pick<NotificationPreferences, 'ways' | 'events'>) {
  const { t } = useI18n();
  const nameOf = useWayName();
  const save = useSavePreference();
  return (
    <div className={classes.scroll}>
      <table role="table" className={classes.table} aria-label={t('ways.table')}>
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col">
              {t('ways.event')}
            </th>
            {ways.map((way) => (
              <th role="columnheader" scope="col" key={way.id}>
                {nameOf(way)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {events.map((event) => {
            const { title } = event;
            return (
              <tr role="row" key={event.id}>
                <th role="rowheader" scope="row">
                  {title}
                </th>
                {ways.map((way) => (
                  <td role="cell" key={way.id}>
                    <label className={classes.choice}>
                      <Checkbox
                        aria-label={labelled(title, nameOf(way))}
                        aria-describedby={way.ready ? undefined : wayHelpId(way)}
                        checked={event.wants[way.id] ?? false}
                        disabled={!way.ready}
                        onChange={({ currentTarget: { checked } }) => save({ wants: { [event.id]: { [way.id]: checked } } })}
                      />
                      <span className={classes.wayName} aria-hidden="true">
                        {nameOf(way)}
                      </span>
                    </label>
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
