import * as vscode from 'vscode';
import type { Channel, Params, Value } from '../protocol/channels.ts';
import type { Result } from '../protocol/result.ts';

/** A command, with what the menu was opened over or what an extension gave it. */
export type Command = { run(argument?: unknown): unknown }['run'];
export type Commands = Readonly<Record<string, Command>>;

/** What other extensions get: `vscode.extensions.getExtension('live-context.live-context').exports`. */
export interface LiveContextApi {
  /** Asks a channel; `consumer` is your extension's id, whose watermark a delivery moves. Never throws, always settles. */
  request<C extends Channel>(channel: C, params: Params<C>, consumer?: string): Promise<Result<Value<C>>>;
  /** Tells the URI of a document whose text, versions or checkpoints changed. */
  readonly onDidChange: vscode.Event<string>;
}

/** What the doors lead to. */
export interface Rooms {
  readonly commands: Commands;
  readonly tools: ReadonlyMap<string, vscode.LanguageModelTool<object>>;
  readonly participant: vscode.ChatRequestHandler;
}

export interface RunningExtension extends vscode.Disposable {
  readonly api: LiveContextApi;
  readonly rooms: Rooms;
  /** Seals and stores what is not stored yet. */
  flush(): Promise<void>;
}

export interface Doors {
  readonly api: LiveContextApi;
  /** Stores what is not stored yet and ends the extension. */
  close(): Promise<void>;
}

/** What `package.json` promises. */
interface Contributed {
  readonly commands: readonly { readonly command: string }[];
  readonly languageModelTools: readonly { readonly name: string }[];
  readonly chatParticipants: readonly { readonly id: string }[];
}

/**
 * Makes the extension active at once: what VS Code, agents and other extensions may ask it for is there, and waits until the rest is
 * loaded, which begins afterwards. So no window waits for Live Context; documents are read when following them begins.
 * @param load loads the rest and starts it
 */
export function openDoors(context: vscode.ExtensionContext, load: () => Promise<RunningExtension>): Doors {
  performance.mark(activated);
  const contributed: Contributed = context.extension.packageJSON.contributes;
  const changed = new vscode.EventEmitter<string>();
  const running = loadAfterwards(load);
  const rooms = async () => (await running).rooms;
  running.then(({ api, rooms: { commands } }) => {
    api.onDidChange((documentId) => changed.fire(documentId));
    const known = new Set(contributed.commands.map(({ command }) => command));
    // Those that nobody but our own lists calls.
    const inner = Object.entries(commands).filter(([id]) => !known.has(id));
    context.subscriptions.push(...inner.map(([id, run]) => vscode.commands.registerCommand(id, run)));
  }, tellFailure);
  context.subscriptions.push(
    changed,
    ...contributed.commands.map(({ command }) => commandDoor(command, rooms)),
    ...contributed.languageModelTools.map(({ name }) => toolDoor(name, rooms)),
    ...contributed.chatParticipants.map(({ id }) => participantDoor(id, context.extensionUri, rooms)),
  );
  return {
    api: {
      request: async (...asked) => (await running.catch(() => null))?.api.request(...asked) ?? notStarted,
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

/** Marks the moment from which on documents are followed; its duration counts from the activation. */
export function markReady(): void {
  performance.measure('live-context ready', activated);
}

/** VS Code has gone on when the timer comes. */
async function loadAfterwards(load: () => Promise<RunningExtension>): Promise<RunningExtension> {
  await new Promise<void>((settle) => {
    setTimeout(settle);
  });
  return load();
}

function commandDoor(id: string, rooms: () => Promise<Rooms>): vscode.Disposable {
  return vscode.commands.registerCommand(id, async (argument?: unknown) => {
    const command = (await rooms()).commands[id];
    if (command !== undefined) return command(argument);
    void vscode.window.showInformationMessage(vscode.l10n.t('This is not available in a browser.'));
  });
}

function toolDoor(name: string, rooms: () => Promise<Rooms>): vscode.Disposable {
  const behind = async () => {
    const tool = (await rooms()).tools.get(name);
    if (tool === undefined) throw new RangeError(`There is no tool ${name}`);
    return tool;
  };
  return vscode.lm.registerTool<object>(name, {
    prepareInvocation: async (options, token) => (await behind()).prepareInvocation?.(options, token),
    invoke: async (options, token) => (await behind()).invoke(options, token),
  });
}

function participantDoor(id: string, extensionUri: vscode.Uri, rooms: () => Promise<Rooms>): vscode.Disposable {
  const participant = vscode.chat.createChatParticipant(id, async (...asked) => (await rooms()).participant(...asked));
  participant.iconPath = vscode.Uri.joinPath(extensionUri, 'media', 'icon.png');
  return participant;
}

const notStarted = {
  ok: false,
  error: { code: 'INTERNAL', message: 'Live Context could not start.', recovery: 'Reload the window.' },
} as const;

function tellFailure(error: unknown): void {
  console.error(error);
  const reason = error instanceof Error ? error.message : String(error);
  void vscode.window.showErrorMessage(vscode.l10n.t('Live Context could not start: {0}', reason));
}
