import type { Value } from '../../src/protocol/channels.ts';
import type { Result } from '../../src/protocol/result.ts';
import type { WindowKind } from '../../src/protocol/windowKinds.ts';
import type { ConversationState, WindowState } from '../../src/protocol/windows.ts';
import { type MemoryWorkspace, settled } from './memoryWorkspace.ts';

/** A consumer that looks at the windows of its conversation and acts on them, through the session alone. */
export class WindowUser {
  readonly workspace: MemoryWorkspace;
  readonly consumer: string;

  constructor(workspace: MemoryWorkspace, consumer: string) {
    this.workspace = workspace;
    this.consumer = consumer;
  }

  async windows(): Promise<readonly WindowState[]> {
    return (await this.workspace.ask('windows:list', {}, this.consumer)).windows;
  }

  async windowOf(kind: WindowKind): Promise<WindowState> {
    const found = (await this.windows()).find((window) => window.kind === kind);
    if (found === undefined) throw new Error(`no window ${kind}`);
    return found;
  }

  async press(id: string, params = {}): Promise<Result<Value<'windows:act'>>> {
    return this.workspace.session.request('windows:act', { id, params }, this.consumer);
  }

  /** Presses the anchor of an action that the window has now. */
  async act(kind: WindowKind, action: string, params = {}): Promise<Value<'windows:act'>> {
    const { context } = await this.windowOf(kind);
    const [id = ''] = Object.entries(context.anchors).find(([, info]) => info.action === action) ?? [];
    return settled(await this.press(id, params));
  }

  /** Its conversation, as the developer is told of it. */
  async conversation(): Promise<ConversationState> {
    const { conversations } = await this.workspace.ask('conversations:list', {}, 'view');
    const found = conversations.find((one) => one.consumer === this.consumer);
    if (found === undefined) throw new Error('no conversation');
    return found;
  }
}
