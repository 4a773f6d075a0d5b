import { AppError } from '../../base/appError.ts';
import { exportConversation, importConversation } from '../../files/archive/archive.ts';
import { grep } from '../../files/search/grep.ts';
import { readPage, readTail } from '../../files/store/pages.ts';
import type { StoredContent } from '../../files/store/storedFile.ts';
import { type Consumer, trustedConsumers } from '../../protocol/consumer.ts';
import { sharedConversation } from '../../protocol/contextFiles.ts';
import { conversationOf } from '../../windows/conversations.ts';
import type { SessionServices } from '../services.ts';
import type { HandlersOf } from './handlers.ts';

/** The longest time of a search, ms. */
const grepMs = 5_000;
/** Maximum size of a page, bytes. */
const maxPageBytes = 65_536;
const maxTailLines = 2_000;
const maxMatches = 500;
/** Maximum number of lines that a search shows around a match. */
const maxContextLines = 50;

/** Requests on context files, bounded by the settings. */
export function fileHandlers(services: SessionServices): HandlersOf<'files'> {
  const { contextFiles, workspace, settings } = services;
  const activeProject = () => {
    const active = workspace.activeDocument();
    return active === null ? 'none' : workspace.locate(active).projectId;
  };
  const open = async (asked: string | undefined, id: string, consumer: Consumer): Promise<StoredContent> => {
    const [first, ...others] = readPlaces(asked, consumer);
    return others.reduce(
      (opening, other) =>
        opening.catch((error) => {
          if (!(error instanceof AppError) || error.code !== 'FILE_UNKNOWN') throw error;
          return contextFiles.open(other, id);
        }),
      contextFiles.open(first, id),
    );
  };
  return {
    'files:list': async ({ conversationId, kind, limit }, consumer) => {
      const places = readPlaces(conversationId, consumer);
      const lists = await Promise.all(places.map((place) => contextFiles.list(place, kind, limit)));
      const items = lists.flat().sort((a, b) => b.createdAt - a.createdAt);
      return { conversationId: places[0], items: items.slice(0, limit) };
    },
    'files:read': async (params, consumer) => {
      const { conversationId, id, offset } = params;
      const limit = Math.min(params.limit, maxPageBytes);
      const page = await readPage(await open(conversationId, id, consumer), offset, limit);
      return { id, limit, ...page };
    },
    'files:tail': async (params, consumer) => {
      const { conversationId, id } = params;
      const lines = Math.min(params.lines, maxTailLines);
      return { id, lines, content: await readTail(await open(conversationId, id, consumer), lines) };
    },
    'files:grep': async (params, consumer) => {
      const { conversationId, id, pattern, caseSensitive } = params;
      const file = await open(conversationId, id, consumer);
      const query = {
        ...{ pattern, caseSensitive },
        maxResults: Math.min(params.maxResults, maxMatches),
        contextLines: Math.min(params.contextLines, maxContextLines),
        timeLimit: grepMs,
      };
      return { id, ...(await grep(file, query, services)) };
    },
    'files:save': async (params, consumer) => {
      const { text, source, hint, mimeType } = params;
      const conversationId = ownPlace(params.conversationId, consumer);
      const about = { conversationId, source, hint, mimeType, projectId: activeProject() };
      if (source !== 'archive') return { ref: await contextFiles.save(about, text) };
      await contextFiles.saveOnce(about, text, text);
      return { ref: (await contextFiles.open(conversationId, contextFiles.idOf(source, text))).ref };
    },
    'files:delete': async ({ conversationId, id }, consumer) => {
      const place = ownPlace(conversationId, consumer);
      const files = id === undefined ? contextFiles.clear(place) : contextFiles.delete(place, id);
      return { deleted: Number(await files) };
    },
    'files:export': async ({ conversationId }, consumer) => {
      return exportConversation(contextFiles, readPlaces(conversationId, consumer)[0]);
    },
    'files:import': async ({ archive }, consumer) => {
      if (!trustedConsumers.has(consumer)) throw new AppError('CONVERSATION_FORBIDDEN');
      return importConversation(contextFiles, archive, activeProject());
    },
    'files:usage': async (_, consumer) => {
      const { filesQuota, filesRetention } = settings();
      const readable = new Set(readPlaces(undefined, consumer));
      const conversations = await contextFiles.usage((id) => trustedConsumers.has(consumer) || readable.has(id));
      const sum = (key: 'files' | 'bytes') => conversations.reduce((total, one) => total + one[key], 0);
      const bounds = { quotaBytes: filesQuota * 1024 * 1024, retentionDays: filesRetention };
      return { files: sum('files'), bytes: sum('bytes'), ...bounds, conversations };
    },
  };
}

/**
 * The conversation whose files a request changes. Only the developer's surfaces change shared
 * files.
 */
function ownPlace(asked: string | undefined, consumer: Consumer): string {
  const own = conversationOf(consumer);
  if (asked !== undefined && asked !== own && !trustedConsumers.has(consumer))
    throw new AppError('CONVERSATION_FORBIDDEN');
  return asked ?? own;
}

/**
 * The conversations that a request reads, its own first. Only the developer may name another
 * client's.
 */
function readPlaces(asked: string | undefined, consumer: Consumer): readonly [string, ...string[]] {
  const own = conversationOf(consumer);
  const others = own === sharedConversation ? [] : [sharedConversation];
  if (asked === undefined) return [own, ...others];
  if (![own, ...others].includes(asked) && !trustedConsumers.has(consumer))
    throw new AppError('CONVERSATION_FORBIDDEN');
  return [asked];
}
