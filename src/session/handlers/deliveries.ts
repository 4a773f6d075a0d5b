import { AppError } from '../../base/appError.ts';
import { changedLines, patchViewOf } from '../../documents/diffSummary.ts';
import type { Audit, AuditLine } from '../../prompt/deliveries/audit.ts';
import { type Consumer, developerConsumers } from '../../protocol/consumer.ts';
import type { Delivery } from '../../protocol/prompt/deliveries.ts';
import { writeReply } from '../requestAudit.ts';
import type { SessionServices } from '../services.ts';
import type { HandlersOf } from './handlers.ts';

type DeliveredLine = AuditLine & { readonly delivered: NonNullable<AuditLine['delivered']> };

/** Past deliveries: who received what, and what has changed since. */
export function deliveryHandlers(services: SessionServices): HandlersOf<'deliveries'> {
  const { audit, deliveries, redaction } = services;
  return {
    'deliveries:list': async ({ consumer: asked, limit }, consumer) => {
      const whose = developerConsumers.has(consumer) ? asked : consumer;
      const kept = await audit.keptFiles();
      const rows: Delivery[] = [];
      for await (const line of audit.newest()) {
        if (!isDelivered(line) || (whose !== undefined && line.consumer !== whose)) continue;
        rows.push(rowOf(services, line, kept));
        if (rows.length >= limit) break;
      }
      return { deliveries: rows };
    },
    'deliveries:get': async ({ id }, consumer) => {
      const line = await findDelivery(audit, id, consumer);
      const delivery = rowOf(services, line, await audit.keptFiles());
      const { sha256 } = line.delivered;
      const found = await audit.textOf(line);
      if (typeof found === 'string') return { delivery, text: null, sha256, checked: false, missing: found };
      if (services.sha256(found.text) !== sha256)
        return { delivery, text: null, sha256, checked: false, missing: 'damaged' };
      // What was no secret then may be one by now.
      const { text } = redaction.redactText(line.projectId ?? 'none', found.text);
      const checked = text === found.text;
      return { delivery, text, sha256, checked, missing: checked ? null : 'hidden' };
    },
    'deliveries:keep': async (reply, consumer) => {
      writeReply(services, { ...reply, consumer, format: 'text' });
      return {};
    },
    'deliveries:commit': async ({ id }, consumer) => {
      return { delivered: deliveries.commit(id, consumer) };
    },
  };
}

async function findDelivery(audit: Audit, id: string, consumer: Consumer): Promise<DeliveredLine> {
  for await (const line of audit.newest()) {
    if (line.id !== id || !isDelivered(line)) continue;
    if (developerConsumers.has(consumer) || line.consumer === consumer) return line;
  }
  throw new AppError('DELIVERY_UNKNOWN');
}

function isDelivered(line: AuditLine): line is DeliveredLine {
  return line.delivered !== null;
}

function rowOf(services: SessionServices, line: DeliveredLine, keptFiles: ReadonlySet<string>): Delivery {
  const { id, consumer, time, channel, asked, delivered } = line;
  const { format, bytes, tokens, documents, kept } = delivered;
  return {
    ...{ id, consumer, channel, asked, format, bytes, tokens },
    at: Date.parse(time),
    documents: documents.map(([documentId, number]) => documentOfDelivery(services, documentId, number)),
    rebuildable: kept !== null && keptFiles.has(kept),
  };
}

function documentOfDelivery(
  { histories, workspace, summaries, redaction }: SessionServices,
  documentId: string,
  number: number | null,
): Delivery['documents'][number] {
  const { path: file } = workspace.locate(documentId);
  const history = histories.get(documentId);
  const version = number === null ? 'gone' : (history?.startAfter(number) ?? 'gone');
  if (history === null || version === 'gone') return { documentId, file, versionId: null, unseen: null };
  const { patch } = summaries.between(history, version, history.seal(), patchViewOf(workspace, redaction, documentId));
  return { documentId, file, versionId: version.id, unseen: changedLines(patch) };
}
