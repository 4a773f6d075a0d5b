/** Runs the hook for opencode, which has plugins in place of hooks. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('hook.js', import.meta.url));
const writers = /^(edit|multiedit|write|(apply_)?patch)$/;

export const LiveContext = async ({ directory }) => {
  /** What the hook says; nothing without a window. */
  const ask = (hook_event_name, session_id, tool = {}) =>
    new Promise((resolve) => {
      const child = spawn('node', [program, 'opencode'], { stdio: ['pipe', 'pipe', 'ignore'], windowsHide: true });
      let said = '';
      child.stdout.on('data', (chunk) => {
        said += chunk;
      });
      child.stdin.on('error', () => {});
      child.on('error', () => resolve({}));
      child.on('close', () => resolve(said === '' ? {} : JSON.parse(said)));
      child.stdin.end(JSON.stringify({ hook_event_name, session_id, cwd: directory, ...tool }));
    });
  return {
    'chat.message': async ({ sessionID }, { parts }) => {
      const { additionalContext: text } = await ask('UserPromptSubmit', sessionID);
      const [first] = parts;
      if (first === undefined || text === undefined) return;
      const { messageID } = first;
      parts.push({ id: `${first.id}z`, sessionID, messageID, type: 'text', synthetic: true, text });
    },
    'tool.execute.before': async ({ tool, sessionID }, { args }) => {
      if (!writers.test(tool)) return;
      const said = await ask('PreToolUse', sessionID, { tool_name: tool, tool_input: args });
      if (said.permissionDecision === 'deny') throw new Error(said.permissionDecisionReason);
    },
    'tool.execute.after': async ({ tool, sessionID, args }) => {
      if (writers.test(tool)) await ask('PostToolUse', sessionID, { tool_name: tool, tool_input: args });
    },
  };
};
