import { t } from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { clientName } from '../../src/protocol/consumer.ts';
import { askedTexts, type Delivery, withoutCellMark } from '../../src/protocol/prompt/deliveries.ts';
import type { Actions } from '../components/actions.ts';
import { ago, foreignName, icon, numberText, splitPath, tokensText, toolButton } from '../components/parts.ts';
import type { ViewState } from '../state.ts';

/** The facts that a row needs besides its delivery. */
interface Onlookers {
  readonly consumers: ViewState['consumers'];
  /** The document in front. */
  readonly documentId: string | undefined;
  readonly now: number;
}

/**
 * A row per delivery: client, request, size, time, and the changes it has not seen. A click opens
 * its text.
 */
export function whoLooked(deliveries: readonly Delivery[], onlookers: Onlookers, actions: Actions): TemplateResult {
  if (deliveries.length === 0) {
    const askLive = { query: '@live ', isPartialQuery: 'true', mode: 'ask' };
    return html`<p class="none quiet">
      ${t('Nobody has read this yet.')}<br />
      <button type="button" class="link" @click=${() => actions.run('workbench.action.chat.open', null, askLive)}>${t('Ask @live')}</button> ·
      <button type="button" class="link" @click=${() => actions.run('liveContext.connectAnAgent', null)}>${t('Connect an agent')}</button>
    </p>`;
  }
  const isText = ({ documents }: Delivery): boolean => documents.some(({ unseen }) => unseen !== null);
  const newestOf = (id: string) => deliveries.find((one) => one.consumer === id && isText(one))?.id;
  const newest = new Set(onlookers.consumers.map(({ id }) => newestOf(id)));
  return html`
    <ul class="looked roving">
      ${deliveries.map(
        (delivery) => html`
        <li>
          ${look(delivery, onlookers, actions)}
          ${newest.has(delivery.id) ? unseenLines(delivery) : nothing}
        </li>
      `,
      )}
    </ul>
  `;
}

function look(delivery: Delivery, { consumers, documentId, now }: Onlookers, actions: Actions): TemplateResult {
  const { id, consumer, channel, tokens, bytes, at, documents, rebuildable } = delivery;
  const open = (compare: boolean) => (): void => actions.tell({ type: 'delivery', delivery: id, compare });
  const mine = consumer === 'clipboard';
  const what = t(askedTexts[channel] ?? 'an action');
  const [first] = documents;
  const elsewhere = documents.length === 1 && first !== undefined && first.documentId !== documentId;
  const size = tokens === null ? t('{0} bytes', numberText(bytes)) : tokensText(tokens);
  return html`
    <div class="look" title=${[what, ...documents.map(({ file }) => file)].join('\n')}>
      <button type="button" class="open" ?disabled=${!rebuildable} title=${rebuildable ? t('Open what it got') : t('Its text is no longer stored')} @click=${open(false)}>
        ${icon(mine ? 'copy' : consumer.startsWith('mcp:') ? 'terminal' : 'sparkle')}
        <span class="name">${mine ? t('You copied') : foreignName(consumerTitle(consumer, consumers))} <span class="quiet what">${
          elsewhere ? foreignName(splitPath(withoutCellMark(first.file)).name) : what
        }<span class="size"> · ${size}</span></span></span>
      </button>
      ${rebuildable && documents.length > 0 && channel !== 'live:version' ? toolButton('diff', t('Compare with now'), open(true)) : nothing}
      ${ago(new Date(at).toISOString(), now)}
    </div>
  `;
}

function unseenLines({ documents }: Delivery): TemplateResult | typeof nothing {
  // A changed line was both removed and added.
  const lines = documents.reduce((sum, { unseen }) => sum + Math.max(unseen?.added ?? 0, unseen?.removed ?? 0), 0);
  if (lines === 0) return nothing;
  const text = lines === 1 ? t('1 changed line it has not seen') : t('{0} changed lines it has not seen', lines);
  return html`<p class="quiet unseen-lines">${text}</p>`;
}

/** The name of a client for people. */
export function consumerTitle(consumer: string, consumers: ViewState['consumers']): string {
  return consumers.find(({ id }) => id === consumer)?.name ?? clientName(consumer, t);
}
