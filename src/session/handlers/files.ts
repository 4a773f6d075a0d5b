import type { Workspace } from '../../base/workspace.ts';
import { exportConversation, importConversation } from '../../files/archive/archive.ts';
import { type GrepEngines, grep } from '../../files/search/grep.ts';
import type { ContextFiles } from '../../files/store/contextFiles.ts';
import { readPage, readTail } from '../../files/store/pages.ts';
import type { FilesParams, FilesValue } from '../../protocol/contextFiles.ts';
import type { SettingValues } from '../../protocol/settings.ts';

/** A search ends after so long, ms. */
const grepMs = 5_000;
/** A search tells so many lines around a match at most. */
const maxContextLines = 50;

/** The channels of context files. More than the settings allow is never handed out at once. */
export class FileHandlers {
  readonly #files: ContextFiles;
  readonly #workspace: Workspace;
  readonly #settings: () => SettingValues;
  readonly #engines: GrepEngines;

  constructor(files: ContextFiles, workspace: Workspace, settings: () => SettingValues, engines: GrepEngines) {
    this.#files = files;
    this.#engines = engines;
    this.#workspace = workspace;
    this.#settings = settings;
  }

  async list({ conversationId, kind, limit }: FilesParams<'files:list'>): Promise<FilesValue<'files:list'>> {
    return { conversationId, items: await this.#files.list(conversationId, kind, limit) };
  }

  async read(params: FilesParams<'files:read'>): Promise<FilesValue<'files:read'>> {
    const { conversationId, id, offset } = params;
    const limit = Math.min(params.limit, this.#settings().filesPage);
    const page = await readPage(await this.#files.open(conversationId, id), offset, limit);
    return { id, limit, ...page };
  }

  async tail(params: FilesParams<'files:tail'>): Promise<FilesValue<'files:tail'>> {
    const { conversationId, id } = params;
    const lines = Math.min(params.lines, this.#settings().filesTail);
    return { id, lines, content: await readTail(await this.#files.open(conversationId, id), lines) };
  }

  async grep(params: FilesParams<'files:grep'>): Promise<FilesValue<'files:grep'>> {
    const { conversationId, id, pattern, caseSensitive } = params;
    const file = await this.#files.open(conversationId, id);
    const query = {
      pattern,
      caseSensitive,
      maxResults: Math.min(params.maxResults, this.#settings().filesMatches),
      contextLines: Math.min(params.contextLines, maxContextLines),
      timeLimit: grepMs,
    };
    return { id, ...(await grep(file, query, this.#engines)) };
  }

  async save(params: FilesParams<'files:save'>): Promise<FilesValue<'files:save'>> {
    const { text, conversationId, source, hint, mimeType } = params;
    const about = {
      conversationId,
      source,
      hint,
      projectId: this.#activeProject(),
      ...(mimeType === undefined ? {} : { mimeType }),
    };
    return { ref: await this.#files.save(about, text) };
  }

  async delete({ conversationId, id }: FilesParams<'files:delete'>): Promise<FilesValue<'files:delete'>> {
    return { deleted: await this.#files.delete(conversationId, id) };
  }

  async clear({ conversationId }: FilesParams<'files:clear'>): Promise<FilesValue<'files:clear'>> {
    return { deleted: await this.#files.clear(conversationId) };
  }

  export({ conversationId }: FilesParams<'files:export'>): Promise<FilesValue<'files:export'>> {
    return exportConversation(this.#files, conversationId);
  }

  import({ archive }: FilesParams<'files:import'>): Promise<FilesValue<'files:import'>> {
    return importConversation(this.#files, archive, this.#activeProject());
  }

  async usage(): Promise<FilesValue<'files:usage'>> {
    const { filesQuota, filesRetention } = this.#settings();
    const conversations = await this.#files.usage();
    const sum = (key: 'files' | 'bytes') => conversations.reduce((total, one) => total + one[key], 0);
    return {
      files: sum('files'),
      bytes: sum('bytes'),
      quotaBytes: filesQuota * 1024 * 1024,
      retentionDays: filesRetention,
      conversations,
    };
  }

  #activeProject(): string {
    const active = this.#workspace.activeDocument();
    return active === null ? 'none' : this.#workspace.locate(active).projectId;
  }
}
