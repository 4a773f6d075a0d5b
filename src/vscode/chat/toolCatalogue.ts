import * as vscode from 'vscode';
import type { ContextFiles } from '../../files/store/contextFiles.ts';
import { sharedConversation } from '../../protocol/contextFiles.ts';

/**
 * Stores a catalogue of the language-model tools as a context file, again when the tools have
 * changed.
 */
export function storeToolCatalogue(files: ContextFiles, onFault: (error: unknown) => void): vscode.Disposable {
  const hint = 'The language-model tools that are present: names, descriptions, inputs';
  const about = { conversationId: sharedConversation, source: 'catalog', hint, mimeType: 'text/markdown' } as const;
  const store = async () => {
    const text = catalogue(vscode.lm.tools);
    await files.saveOnce(about, text, text);
    for (const { id } of await files.list(sharedConversation, 'catalog'))
      if (id !== files.idOf('catalog', text)) await files.delete(sharedConversation, id);
  };
  store().catch(onFault);
  return vscode.extensions.onDidChange(() => store().catch(onFault));
}

function catalogue(tools: readonly vscode.LanguageModelToolInformation[]): string {
  const sorted = tools.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return ['# Language-model tools\n', ...sorted.map(entry)].join('\n');
}

function entry({ name, description, tags, inputSchema }: vscode.LanguageModelToolInformation): string {
  const tagged = tags.length === 0 ? '' : `Tags: ${tags.join(', ')}\n\n`;
  const schema = inputSchema === undefined ? '' : `\`\`\`\`json\n${JSON.stringify(inputSchema, null, 2)}\n\`\`\`\`\n`;
  return `## ${name}\n\n${description}\n\n${tagged}${schema}`;
}
