import { expect } from 'chai';
import type { NotificationItem } from '../../api/types.js';
import { groupNotifications } from './group-notifications.js';

function item(id: string, at: string, asin?: string): NotificationItem {
  return { id, event: 'request_available', title: id, lines: [], at: new Date(at).toISOString(), read: true, ...(asin ? { asin } : {}) };
}

describe('notifications, grouped', () => {
  const shape = (items: NotificationItem[]) =>
    groupNotifications(items).map(({ day, groups }) => [day, groups.map((group) => group.items.map(({ id }) => id).join('+'))]);

  it('stand by day and book, each where its newest is', () => {
    const items = [
      item('e', '2026-03-02T12:00', 'DUNE'),
      item('d', '2026-03-02T11:00', 'EMMA'),
      item('c', '2026-03-02T10:00', 'DUNE'),
      item('b', '2026-03-01T23:59', 'DUNE'),
      item('a', '2026-03-01T08:00', 'DUNE'),
    ];

    expect(shape(items)).to.deep.equal([
      ['2026-03-02', ['e+c', 'd']],
      ['2026-03-01', ['b+a']],
    ]);
  });

  it('stand alone where they are about no book', () => {
    const items = [item('b', '2026-03-02T12:00'), item('a', '2026-03-02T11:00')];

    expect(shape(items)).to.deep.equal([['2026-03-02', ['b', 'a']]]);
  });
});
