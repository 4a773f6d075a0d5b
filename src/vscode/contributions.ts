import * as vscode from 'vscode';
import type { Event } from '../base/event.ts';
import type { Channel, Params, Value } from '../protocol/channels.ts';
import type { Result } from '../protocol/result.ts';

/** A command, with what the menu was opened over or what an extension gave it. */
export type Command = { run(argument?: unknown, chosen?: unknown): unknown }['run'];
export type Commands = Readonly<Record<string, Command>>;

/**
 * The API for other extensions:
 * `vscode.extensions.getExtension('live-context.live-context').exports`.
 */
export interface LiveContextApi {
  /**
   * Calls a channel. `consumer` is your extension's id, whose watermark a delivery moves. Never
   * rejects.
   */
  request<C extends Channel>(channel: C, params: Params<C>, consumer?: string): Promise<Result<Value<C>>>;
  /** Fires with the URI of a document whose text, versions or checkpoints changed. */
  readonly onDidChange: vscode.Event<string>;
}

/** Contributions of `package.json`, and commands that only our own lists call. */
export interface Contributions {
  readonly commands: Commands;
  readonly tools: ReadonlyMap<string, vscode.LanguageModelTool<object>>;
  readonly participant: vscode.ChatRequestHandler;
}

/** The extension once it is loaded. */
export interface RunningExtension extends vscode.Disposable {
  readonly request: LiveContextApi['request'];
  readonly onDidChange: Event<string>;
  readonly contributions: Contributions;
  /** Seals and stores what is not stored yet. */
  flush(): Promise<void>;
}

/** The extension from its activation on. */
export interface ActiveExtension {
  readonly api: LiveContextApi;
  /** Stores what is not stored yet and ends the extension. */
  close(): Promise<void>;
}

interface ContributionPoints {
  readonly commands: readonly { readonly command: string }[];
  readonly languageModelTools: readonly { readonly name: string }[];
  readonly chatParticipants: readonly { readonly id: string }[];
}

/**
 * Registers the contributions of `package.json` at once and loads the extension later, so that no
 * window waits for it. Earlier calls wait for it; if it cannot start, they fail with the reason.
 * @param load loads the extension and starts it
 */
export function registerContributions(
  context: vscode.ExtensionContext,
  load: () => Promise<RunningExtension>,
): ActiveExtension {
  performance.mark(activated);
  const points: ContributionPoints = context.extension.packageJSON.contributes;
  const changed = new vscode.EventEmitter<string>();
  // VS Code continues before the extension is loaded.
  const running = new Promise((settle) => setTimeout(settle)).then(load).catch(failStart);
  const contributions = async () => (await running).contributions;
  running
    .then(({ onDidChange, contributions: { commands } }) => {
      const contributed = new Set(points.commands.map(({ command }) => command));
      const others = Object.entries(commands).filter(([id]) => !contributed.has(id));
      context.subscriptions.push(
        onDidChange((documentId) => changed.fire(documentId)),
        ...others.map(([id, run]) => vscode.commands.registerCommand(id, run)),
      );
    })
    .catch((error: Error) => {
      console.error(error);
      void vscode.window.showErrorMessage(error.message);
    });
  context.subscriptions.push(
    changed,
    ...points.commands.map(({ command }) => registerCommand(command, contributions)),
    ...points.languageModelTools.map(({ name }) => registerTool(name, contributions)),
    ...points.chatParticipants.map(({ id }) => registerParticipant(id, context.extensionUri, contributions)),
  );
  return {
    api: {
      request: async (...asked) => (await running.catch(() => null))?.request(...asked) ?? notStarted,
      onDidChange: changed.event,
    },
    close: async () => {
      const started = await running.catch(() => null);
      await started?.flush();
      started?.dispose();
    },
  };
}

const activated = 'live-context activated';

/**
 * Marks the moment from which on documents are followed; its duration counts from the activation.
 */
export function markReady(): void {
  performance.measure('live-context ready', activated);
}

function failStart(cause: unknown): never {
  const reason = cause instanceof Error ? cause.message : String(cause);
  throw new Error(vscode.l10n.t('Live Context could not start: {0}', reason), { cause });
}

function registerCommand(id: string, contributions: () => Promise<Contributions>): vscode.Disposable {
  return vscode.commands.registerCommand(id, async (argument?: unknown, chosen?: unknown) => {
    const command = (await contributions()).commands[id];
    if (command !== undefined) return command(argument, chosen);
    void vscode.window.showInformationMessage(vscode.l10n.t('This is not available in a browser.'));
  });
}

function registerTool(name: string, contributions: () => Promise<Contributions>): vscode.Disposable {
  const loaded = async () => {
    const tool = (await contributions()).tools.get(name);
    if (tool === undefined) throw new RangeError(`There is no tool ${name}`);
    return tool;
  };
  return vscode.lm.registerTool<object>(name, {
    prepareInvocation: async (options, token) => (await loaded()).prepareInvocation?.(options, token),
    invoke: async (options, token) => (await loaded()).invoke(options, token),
  });
}

function registerParticipant(id: string, extensionUri: vscode.Uri, contributions: () => Promise<Contributions>) {
  const participant = vscode.chat.createChatParticipant(id, async (...asked) =>
    (await contributions()).participant(...asked),
  );
  participant.iconPath = vscode.Uri.joinPath(extensionUri, 'media', 'icon.png');
  return participant;
}

const notStarted = {
  ok: false,
  error: { code: 'INTERNAL', message: 'Live Context could not start.', recovery: 'Reload the window.' },
} as const;
