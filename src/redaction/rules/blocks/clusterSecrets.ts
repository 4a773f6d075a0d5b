import { type BlockRule, blockReach, type SecretSpan } from '../../finding.ts';
import { type Line, lineFrom, shortLine } from '../lines.ts';

/** A line of a document in YAML or JSON that maps a name to a text. */
const mappedLine = /^(\s*)"?([\w./-]+)"?:(?:\s+["']?([^\s"']*)["']?)?,?\s*$/;

/** No name of a user or server, no certificate, port or placeholder. */
const secretEntry =
  /^(?!(?:\w*[_-])?(?:user|email|host|port|kind|type|\w*name(?:space)?|project|server|\w*method|\w*id|enable\w*):)[^:]*:(?!LS0tLS1CRUdJTiBDRVJU|(?:true|null|redacted|https?|\/[a-z]+\/.*|\d{1,5}|x+)$)[a-z0-9+/=]{4,}$/i;

/** Kubernetes: the values of a Secret's `data`, which are base64, and of its `stringData`. */
const clusterSecret: BlockRule = (text, at) => {
  const first = shortLine(text, at, 80);
  if (first === null || !/^\s*"?(?:kind"?: ["']?Secret["']?,?|(?:data|stringData)"?:(?: \{)?)\s*$/.test(first.text))
    return null;
  const indent = first.text.search(/\S/);
  const begins = (/kind|stringData|data/i.exec(first.text) as RegExpExecArray)[0];
  let isSecret = begins === 'kind';
  let inData = !isSecret;
  const spans: SecretSpan[] = [];
  let line: Line = first;
  while (line.next > line.end && line.end - first.start < blockReach) {
    line = lineFrom(text, line.next);
    const [, space = '', name = '', value] = mappedLine.exec(line.text.replace(/\{\{.*\}\}|[{}[\]]/g, ' ')) ?? [];
    const depth = name === '' ? line.text.search(/\S/) : space.length;
    const isOutside = depth >= 0 && depth < indent && !/^\s*[}\]]/.test(line.text);
    if (isOutside || line.text.trim() === '---' || (depth === indent && name === begins)) break;
    if (depth === indent && name === 'kind') {
      isSecret = value === 'Secret';
      break;
    }
    if (depth === indent) inData = name === 'data' || name === 'stringData';
    else if (inData && value !== undefined && secretEntry.test(`${name}:${value}`)) {
      const start = line.start + line.text.lastIndexOf(value);
      spans.push({ start, end: start + value.length, kind: 'secret' });
    } else if (name === '' && !/^\s*(?:[{}[\],"-]|$)/.test(line.text)) break;
  }
  return { spans: isSecret ? spans : [], from: first.start, to: line.next + 1 };
};

const keywords = ['kind: secret', '"kind": "secret', 'data:', '"data":'];
export const clusterSecretRules = keywords.map((keyword) => ({ keyword, block: clusterSecret }));
