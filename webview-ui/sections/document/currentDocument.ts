import { t } from '@vscode/l10n';
import { html, nothing, svg, type TemplateResult } from 'lit';
import type { LiveContextPayload } from '../../../src/protocol/liveContext.ts';
import type { Actions } from '../../components/actions.ts';
import { lineCount } from '../../components/parts.ts';
import { byteLength, sizeText } from '../../components/size.ts';

/** How much of the document the context holds, and the outline of the rest. */
export function currentDocument(payload: LiveContextPayload, actions: Actions): TemplateResult {
  const { excerpt, outline = [] } = payload;
  const lines = payload.editor_state.line_count;
  const size = sizeText(byteLength(payload.current_document));
  if (excerpt === undefined) return html`<p>${t('The whole document, {0}', `${lineCount(lines)}, ${size}`)}</p>`;
  return html`
    <p>${t('Lines {0}–{1} of {2}, {3}', excerpt.first_line, excerpt.last_line, lines, size)}</p>
    ${documentMap(payload, excerpt)}
    ${outline.length === 0 ? nothing : html`<lc-outline .outline=${outline} .actions=${actions}></lc-outline>`}
  `;
}

/** A strip as wide as the document: the excerpt, what the editor shows, and the cursor. */
function documentMap(
  { editor_state }: LiveContextPayload,
  excerpt: { first_line: number; last_line: number },
): TemplateResult {
  const { line_count, visible_ranges, cursor } = editor_state;
  const bar = (kind: string, first: number, last: number): TemplateResult =>
    svg`<rect class=${kind} x=${first - 1} y="0" width=${last - first + 1} height="10" />`;
  return html`
    <svg
      class="map" viewBox="0 0 ${line_count} 10" preserveAspectRatio="none"
      role="img" aria-label=${t('Where the excerpt lies in the document')}
    >
      ${bar('excerpt', excerpt.first_line, excerpt.last_line)}
      ${visible_ranges.map((range) => bar('visible', range.first_line, range.last_line))}
      ${
        cursor === null
          ? nothing
          : svg`<line class="cursor" x1=${cursor.line - 0.5} x2=${cursor.line - 0.5} y1="0" y2="10" vector-effect="non-scaling-stroke" />`
      }
    </svg>
  `;
}
