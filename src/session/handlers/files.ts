import type { Workspace } from '../../base/workspace.ts';
import { exportConversation, importConversation } from '../../files/archive/archive.ts';
import { type GrepEngines, grep } from '../../files/search/grep.ts';
import type { ContextFiles } from '../../files/store/contextFiles.ts';
import { readPage, readTail } from '../../files/store/pages.ts';
import type { SettingValues } from '../../protocol/settings.ts';
import { scopeOf } from '../../redaction/redaction.ts';
import type { HandlersOf } from './handlers.ts';

/** A search ends after so long, ms. */
const grepMs = 5_000;
/** A search tells so many lines around a match at most. */
const maxContextLines = 50;

interface Dependencies extends GrepEngines {
  readonly contextFiles: ContextFiles;
  readonly workspace: Workspace;
  readonly settings: () => SettingValues;
}

/** The context files. More than the settings allow is never handed out at once. */
export function fileHandlers(dependencies: Dependencies): HandlersOf<'files'> {
  const { contextFiles, workspace, settings } = dependencies;
  const activeProject = () => {
    const active = workspace.activeDocument();
    return active === null ? 'none' : workspace.locate(active).projectId;
  };
  return {
    'files:list': async ({ conversationId, kind, limit }) => {
      return { conversationId, items: await contextFiles.list(conversationId, kind, limit) };
    },
    'files:read': async (params) => {
      const { conversationId, id, offset } = params;
      const limit = Math.min(params.limit, settings().filesPage);
      const page = await readPage(await contextFiles.open(conversationId, id), offset, limit);
      return { id, limit, ...page };
    },
    'files:tail': async (params) => {
      const { conversationId, id } = params;
      const lines = Math.min(params.lines, settings().filesTail);
      return { id, lines, content: await readTail(await contextFiles.open(conversationId, id), lines) };
    },
    'files:grep': async (params) => {
      const { conversationId, id, pattern, caseSensitive } = params;
      const file = await contextFiles.open(conversationId, id);
      const query = {
        pattern,
        caseSensitive,
        maxResults: Math.min(params.maxResults, settings().filesMatches),
        contextLines: Math.min(params.contextLines, maxContextLines),
        timeLimit: grepMs,
      };
      return { id, ...(await grep(file, query, dependencies)) };
    },
    'files:save': async (params, consumer) => {
      const { text, conversationId, source, hint, mimeType } = params;
      const about = {
        conversationId,
        source,
        hint,
        projectId: scopeOf(activeProject(), consumer),
        ...(mimeType === undefined ? {} : { mimeType }),
      };
      return { ref: await contextFiles.save(about, text) };
    },
    'files:delete': async ({ conversationId, id }) => {
      return { deleted: await contextFiles.delete(conversationId, id) };
    },
    'files:clear': async ({ conversationId }) => {
      return { deleted: await contextFiles.clear(conversationId) };
    },
    'files:export': async ({ conversationId }) => {
      return exportConversation(contextFiles, conversationId);
    },
    'files:import': async ({ archive }) => {
      return importConversation(contextFiles, archive, activeProject());
    },
    'files:usage': async () => {
      const { filesQuota, filesRetention } = settings();
      const conversations = await contextFiles.usage();
      const sum = (key: 'files' | 'bytes') => conversations.reduce((total, one) => total + one[key], 0);
      return {
        files: sum('files'),
        bytes: sum('bytes'),
        quotaBytes: filesQuota * 1024 * 1024,
        retentionDays: filesRetention,
        conversations,
      };
    },
  };
}
