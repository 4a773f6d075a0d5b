import type { AnchorInfo, Context } from '../protocol/contextModel.ts';
import { withoutAnchors } from './anchorText.ts';

/**
 * A window as XML: `<Window id=…>` with `<Description>`, `<Content>` and `<Actions>`. Law: whatever the texts hold, a
 * reader finds exactly these elements and exactly the declared actions. References are places, no actions.
 */
export function windowXml(
  id: string,
  description: string,
  { content, anchors }: Pick<Context, 'content' | 'anchors'>,
): string {
  const acts = Object.entries(anchors).filter(([, { type }]) => type !== 'Reference');
  return [
    `<Window id="${attribute(id)}">`,
    `  <Description>${text(withoutAnchors(description))}</Description>`,
    `  <Content>\n${text(withoutAnchors(content))}\n  </Content>`,
    '  <Actions>',
    ...acts.map(([anchorId, info]) => `    ${action(anchorId, info)}`),
    '  </Actions>',
    '</Window>',
  ].join('\n');
}

function action(id: string, { params, action: name, target, description = '' }: AnchorInfo): string {
  const fields = [
    `id="${attribute(id)}"`,
    ...(name === undefined ? [] : [`name="${attribute(name)}"`]),
    ...(target === null ? [] : [`to="${attribute(target)}"`]),
    ...(params.length === 0 ? [] : [`params="${attribute(params.join(', '))}"`]),
  ];
  return `<action ${fields.join(' ')}>${text(description)}</action>`;
}

/** XML 1.0 holds no control characters and no lone surrogates: they are shown as what they are not. */
function text(value: string): string {
  return value
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;');
}

function attribute(value: string): string {
  return text(value).replaceAll('"', '&quot;').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');
}
