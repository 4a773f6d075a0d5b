import { join } from 'node:path';
import type { BrowserContextOptions } from 'playwright-core';
import type { Script, Turn } from '../agents/scriptedModel.ts';
import { root } from '../running/toolchain.mjs';
import { oldest, releaseUnderTest } from './release.ts';
import type { Server, ServerOptions } from './server.ts';
import { openWorkbench, type Workbench } from './workbench.ts';

/** What the scripted model does in answer to one request. */
export interface Step {
  /**
   * A regular expression: the step is for the next request whose messages match. Without it, for the next one that offers tools, as
   * agents' do. Requests that no step is for (titles and the like) are answered with `ok`.
   */
  readonly match?: string;
  /** Text to answer, in one part or several. */
  readonly text?: string | readonly string[];
  /** Tools to call. */
  readonly calls?: readonly { readonly name: string; readonly input: object }[];
  /** Waits until the request is cancelled before it ends. */
  readonly hold?: boolean;
  /** Fails with this message, after the text. */
  readonly error?: string;
}

/** A request that the scripted model got. */
export interface ModelRequest {
  readonly messages: readonly { readonly role: 'user' | 'assistant'; readonly text: string }[];
  /** What tools answered since the conversation began, each in one text. */
  readonly results: readonly string[];
  /** The id of the model. */
  readonly model: string;
  /** The names of the tools that were offered. */
  readonly tools: readonly string[];
  /** The step it was answered with. */
  readonly step: Step | null;
  readonly cancelled: boolean;
}

/** Options of a server whose chat has the scripted model alone. With `approve`, agents run every tool without asking. */
export function chatServer(approve = false): Pick<ServerOptions, 'extensions' | 'settings' | 'userFiles'> {
  // The oldest release, as it is packaged, has no participant to open the chat view for.
  const more = releaseUnderTest() === oldest ? ['default-participant-extension'] : [];
  return {
    extensions: ['scripted-model-extension', ...more].map((name) => join(root, 'test/fixtures', name)),
    settings: approve ? { 'chat.permissions.default': 'autoApprove' } : {},
    userFiles: { 'chatLanguageModels.json': JSON.stringify([{ vendor: 'scripted', name: 'Scripted' }]) },
  };
}

/** Opens a workbench of such a server. */
export function openChatWorkbench(server: Server): Promise<Workbench> {
  return openWorkbench(server, { context: { storageState: chatState(server.origin) } });
}

/** Without this record VS Code turns its own chat extension off. */
function chatState(origin: string): NonNullable<BrowserContextOptions['storageState']> {
  const record = { key: 'builtinChatExtensionEnablementMigration', value: 'true' };
  const stores = [{ name: 'ItemTable', autoIncrement: false, records: [record], indexes: [] }];
  const state = { origin, localStorage: [], indexedDB: [{ name: 'vscode-web-state-db-global', version: 1, stores }] };
  return { cookies: [], origins: [state] };
}

/** The chat view with the scripted model behind it. */
export class Chat {
  readonly workbench: Workbench;

  constructor(workbench: Workbench) {
    this.workbench = workbench;
  }

  /** Gives the model a new script; its requests so far are forgotten. */
  async play(...steps: readonly Step[]): Promise<void> {
    await this.workbench.probe.run(async (api, script) => {
      const model = await api.extensions.getExtension('test-support.scripted-model')?.activate();
      model.play(script);
    }, steps);
  }

  /** The requests that the model got since the script began. */
  async requests(): Promise<readonly ModelRequest[]> {
    return this.workbench.probe.run(async (api) => {
      const model = await api.extensions.getExtension('test-support.scripted-model')?.activate();
      return model.requests();
    });
  }

  /** How many requests that offer tools the model got since the script began. */
  async turnCount(): Promise<number> {
    return this.workbench.probe.run((api) => {
      const requests: ModelRequest[] = api.extensions.getExtension('test-support.scripted-model')?.exports.requests();
      return requests.filter(({ tools }) => tools.length > 0).length;
    });
  }

  /** Asks the agent in a new chat, whose model does what the script says at each turn, until that is a text; what it received. */
  async follow(script: Script, query: string): Promise<readonly Turn[]> {
    const { probe } = this.workbench;
    await probe.run((api) => api.extensions.getExtension('test-support.scripted-model')?.exports.lead());
    await this.send(query);
    const turns: Turn[] = [];
    for (;;) {
      const { messages, results, tools }: ModelRequest = await probe.run((api) =>
        api.extensions.getExtension('test-support.scripted-model')?.exports.nextRequest(),
      );
      const turn = { step: results.length, results, tools, said: messages.map(({ text }) => text).join('\n') };
      turns.push(turn);
      const move = await script(turn);
      const step: Step = 'text' in move ? move : { calls: [{ name: move.tool, input: move.args ?? {} }] };
      await probe.run(
        (api, told) => api.extensions.getExtension('test-support.scripted-model')?.exports.answer(told),
        step,
      );
      if ('text' in move) return turns;
    }
  }

  /** What the model takes from now on, tokens. */
  async resize(maxInputTokens: number): Promise<void> {
    await this.workbench.probe.run(async (api, tokens) => {
      const model = await api.extensions.getExtension('test-support.scripted-model')?.activate();
      model.resize(tokens);
      for (const deadline = Date.now() + 90_000; Date.now() < deadline; ) {
        const [shown] = await api.lm.selectChatModels({ vendor: 'scripted' });
        if (shown?.maxInputTokens === tokens) return;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      throw new Error('The model has its old size still.');
    }, maxInputTokens);
  }

  /** Sends a message in a new chat or, with `goOn`, in the one that is open. */
  async send(query: string, mode: 'agent' | 'ask' = 'agent', goOn = false, model = 'scripted'): Promise<void> {
    await this.workbench.probe.run(
      async (api, options) => {
        if (!options.goOn) await api.commands.executeCommand('workbench.action.chat.newChat');
        // It resolves when the answer is complete, which is not waited for.
        const modelSelector = { vendor: 'scripted', id: options.model };
        void api.commands.executeCommand('workbench.action.chat.open', { ...options, modelSelector });
      },
      { query, mode, goOn, model },
    );
  }

  /** Stops the answer that is being given. */
  async stop(): Promise<void> {
    await this.workbench.probe.run((api) => api.commands.executeCommand('workbench.action.chat.focusInput'));
    await this.workbench.probe.run((api) => api.commands.executeCommand('workbench.action.chat.cancel'));
  }

  /** The text of the last answer, as it is shown; code stands there without its line breaks. */
  async lastAnswer(): Promise<string> {
    const answers = this.workbench.page.locator('.interactive-item-container.interactive-response');
    if ((await answers.count()) === 0) return '';
    return ((await answers.last().textContent()) ?? '').replaceAll('\u00a0', ' ');
  }
}
