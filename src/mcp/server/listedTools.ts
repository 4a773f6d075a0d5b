import type { Tool as ListedTool } from '@modelcontextprotocol/server';
import { claudeResultLimit } from '../../agents/replyLimit.ts';
import { inputSchemaOf, type Tool, titleOf, tools, writes } from '../../agents/tools.ts';

/**
 * All tools as clients list them. The list never changes, so that the beginning of a conversation
 * stays cached.
 */
export const listedTools: ListedTool[] = tools.map(listedTool);

function listedTool(tool: Tool): ListedTool {
  return {
    name: tool.name,
    title: titleOf(tool),
    description: tool.description,
    inputSchema: inputSchemaOf(tool),
    annotations: {
      title: titleOf(tool),
      readOnlyHint: !writes(tool),
      // Edits can be undone, and never overwrite what the developer typed.
      destructiveHint: false,
      idempotentHint: false,
      openWorldHint: false,
    },
    // Claude Code shows other tools only to a model that searches for them.
    _meta: { 'anthropic/maxResultSizeChars': claudeResultLimit, 'anthropic/alwaysLoad': true },
  };
}
