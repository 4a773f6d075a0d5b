import { t } from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import type { Delivery } from '../../src/protocol/prompt/deliveries.ts';
import type { Actions } from '../components/actions.ts';
import { ago, icon, numberText, shortNumber } from '../components/parts.ts';
import { keepListPlace, moveInList } from '../components/roving.ts';
import type { ViewState } from '../state.ts';

/** What was asked, by the channel. */
const asked: Readonly<Record<string, string>> = {
  'live:get': t('the whole context'),
  'context:assemble': t('the whole context'),
  'live:changesSince': t('changes'),
  'live:version': t('a version'),
  'live:applyEdits': t('answer to an edit'),
  'agents:turn': t('changes, as it was spoken to'),
  'windows:act': t('part of a window'),
};

/** A row a delivery: who, what, how much and when; and what the consumer has not seen since. A click opens its exact text. */
export function whoLooked(
  deliveries: readonly Delivery[],
  consumers: ViewState['consumers'],
  now: number,
  actions: Actions,
): TemplateResult {
  if (deliveries.length === 0)
    return html`<p class="none quiet">${t('Nobody has looked yet. Copy, or let an agent ask.')}</p>`;
  const newest = new Set(consumers.map(({ id }) => deliveries.find(({ consumer }) => consumer === id)?.id));
  const first = deliveries.findIndex(({ rebuildable }) => rebuildable);
  return html`
    <ul class="looked" @keydown=${moveInList} @focusin=${keepListPlace}>
      ${deliveries.map((delivery, index) => item(delivery, consumerTitle(delivery.consumer, consumers), newest.has(delivery.id), index === first, now, actions))}
    </ul>
  `;
}

function item(
  { id, consumer, channel, tokens, bytes, at, documents, rebuildable }: Delivery,
  name: string,
  isNewest: boolean,
  isFirst: boolean,
  now: number,
  actions: Actions,
): TemplateResult {
  const what = asked[channel] ?? channel;
  const mine = consumer === 'clipboard';
  const size = tokens === null ? t('{0} bytes', numberText(bytes)) : shortNumber(tokens);
  const unseen = isNewest
    ? documents.reduce((sum, one) => sum + (one.unseen === null ? 0 : one.unseen.added + one.unseen.removed), 0)
    : 0;
  const files = documents.map(({ file }) => file).join('\n');
  return html`
    <li>
      <div class="look" title=${files}>
        <button type="button" class="open member" tabindex=${isFirst ? 0 : -1} ?disabled=${!rebuildable} title=${rebuildable ? t('Open what it got') : t('Its text is no longer kept')} @click=${() => actions.openDelivery(id, false)}>
          ${icon(mine ? 'copy' : consumer.startsWith('mcp:') ? 'terminal' : 'sparkle')}
          <span class="name">${mine ? t('You copied') : name} <span class="quiet">${what}</span></span><span class="quiet size">· ${size}</span>
        </button>
        ${rebuildable && channel !== 'live:version' ? memberButton('diff', t('Compare with now'), () => actions.openDelivery(id, true)) : nothing}
        ${ago(new Date(at).toISOString(), now)}
      </div>
      ${unseen === 0 ? nothing : html`<p class="quiet unseen-lines">${unseen === 1 ? t('then 1 line changed that it has not seen') : t('then {0} lines changed that it has not seen', unseen)}</p>`}
    </li>
  `;
}

function memberButton(name: string, label: string, click: () => void): TemplateResult {
  return html`<button type="button" class="tool member" tabindex="-1" title=${label} aria-label=${label} @click=${click}>${icon(name)}</button>`;
}

/** What people call a consumer. */
export function consumerTitle(consumer: string, consumers: ViewState['consumers']): string {
  return consumers.find(({ id }) => id === consumer)?.name ?? consumer;
}
