import type { Value } from '../../src/protocol/channels.ts';
import type { AnchorInfo } from '../../src/protocol/prompt/contextModel.ts';
import type { Result } from '../../src/protocol/result.ts';
import type { WindowKind } from '../../src/protocol/windowKinds.ts';
import type { ConversationState, WindowState } from '../../src/protocol/windows.ts';
import { type MemoryWorkspace, settled } from './memoryWorkspace.ts';

export function idOf(anchors: Readonly<Record<string, AnchorInfo>>, action: string): string {
  const [id] = Object.entries(anchors).find(([, info]) => info.action === action) ?? [];
  if (id === undefined) throw new Error(`no anchor ${action}`);
  return id;
}

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

  /** The anchor of an action that the window has now. */
  async anchor(kind: WindowKind, action: string): Promise<string> {
    return idOf((await this.windowOf(kind)).context.anchors, action);
  }

  async act(kind: WindowKind, action: string, params = {}): Promise<Value<'windows:act'>> {
    return settled(await this.press(await this.anchor(kind, action), params));
  }

  /** Its conversation, as the developer is told of it. */
  async conversation(): Promise<ConversationState> {
    const { conversations } = await this.workspace.ask('conversations:list', {}, 'view');
    const found = conversations.find((one) => one.consumer === this.consumer);
    if (found === undefined) throw new Error('no conversation');
    return found;
  }
}
