import type { KeyboardEvent } from 'react';

const isRtl = (): boolean => getComputedStyle(document.documentElement).direction === 'rtl';
const centre = ({ left, width }: DOMRect): number => left + width / 2;

/** The card in the next row above or below that is closest to straight ahead. */
function inRow(cards: readonly HTMLElement[], from: DOMRect, isDown: boolean): HTMLElement | undefined {
  const ahead = cards
    .map((card) => ({ card, at: card.getBoundingClientRect() }))
    .filter(({ at }) => (isDown ? at.top >= from.bottom - 1 : at.bottom <= from.top + 1))
    .sort((a, b) => (isDown ? a.at.top - b.at.top : b.at.top - a.at.top));
  const [nearest] = ahead;
  if (!nearest) return undefined;
  const row = ahead.filter(({ at }) => Math.abs(at.top - nearest.at.top) < 2);
  row.sort((a, b) => Math.abs(centre(a.at) - centre(from)) - Math.abs(centre(b.at) - centre(from)));
  return row[0]?.card;
}

function nextCard(key: string, cards: readonly HTMLElement[], card: HTMLElement): HTMLElement | undefined {
  if (key === 'ArrowDown' || key === 'ArrowUp') return inRow(cards, card.getBoundingClientRect(), key === 'ArrowDown');
  if (key !== 'ArrowRight' && key !== 'ArrowLeft') return undefined;
  const isForward = (key === 'ArrowRight') !== isRtl();
  return cards[cards.indexOf(card) + (isForward ? 1 : -1)];
}

/**
 * Keys on a list of book cards: the arrows go to the card beside, above or below the focused one, and Enter with Ctrl or Command requests its
 * book, or does what else its button offers.
 */
export function walkCards(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, currentTarget, ctrlKey, metaKey, altKey, shiftKey } = event;
  const link = target instanceof Element ? target.closest<HTMLElement>('a[data-book]') : null;
  const card = link?.closest('article');
  if (!card || altKey || shiftKey) return;
  if (key === 'Enter' && (ctrlKey || metaKey)) {
    event.preventDefault();
    card.querySelector<HTMLElement>('[data-card-action]')?.click();
    return;
  }
  if (ctrlKey || metaKey) return;
  const next = nextCard(key, [...currentTarget.querySelectorAll<HTMLElement>('article')], card);
  if (!next) return;
  event.preventDefault();
  next.querySelector<HTMLElement>('a[data-book]')?.focus({ preventScroll: true });
  next.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}
