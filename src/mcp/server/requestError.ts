import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { Failure } from '../../protocol/result.ts';

/**
 * Converts a failure to an error of a resource or prompt, with its own code as data: MCP has no
 * tool errors there.
 */
export function requestError({ code, message, recovery }: Failure): ProtocolError {
  const kind = code === 'REQUEST_INVALID' ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError;
  const text = [`${code}: ${message}`, ...(recovery === undefined ? [] : [recovery])].join(' ');
  return new ProtocolError(kind, text, { code, recovery });
}
