import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { Failure } from '../../protocol/result.ts';

/** A failure of the session where MCP knows no tool error: of a resource or a prompt. Its own code goes as data. */
export function requestError({ code, message, recovery }: Failure): ProtocolError {
  const kind = code === 'REQUEST_INVALID' ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError;
  const text = [`${code}: ${message}`, ...(recovery === undefined ? [] : [recovery])].join(' ');
  return new ProtocolError(kind, text, { code, recovery });
}
