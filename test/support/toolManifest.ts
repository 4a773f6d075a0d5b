import { inputSchemaOf, titleOf, tools } from '../../src/agents/tools.ts';

/** What package.json says of a tool; icons and the texts for people are its own. */
export interface ContributedTool {
  readonly name: string;
  readonly displayName: string;
  readonly toolReferenceName: string;
  readonly userDescription: string;
  readonly modelDescription: string;
  readonly canBeReferencedInPrompt: boolean;
  readonly icon: string;
  readonly tags: readonly string[];
  readonly inputSchema: object;
}

/** What package.json must say of every tool, but for the icon: `contributes.languageModelTools`. */
export function expectedTools(): readonly Omit<ContributedTool, 'icon'>[] {
  return tools.map((tool) => {
    const reference = titleOf(tool).replaceAll(' ', '');
    const toolReferenceName = reference.slice(0, 1).toLowerCase() + reference.slice(1);
    return {
      name: tool.name,
      displayName: `%tool.${toolReferenceName}%`,
      toolReferenceName,
      userDescription: `%tool.${toolReferenceName}.description%`,
      modelDescription: tool.description,
      canBeReferencedInPrompt: true,
      tags: ['live-context'],
      inputSchema: inputSchemaOf(tool),
    };
  });
}
