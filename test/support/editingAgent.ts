import type { WireEdit } from '../../src/protocol/edits.ts';

export const replace = (oldText: string, newText: string): WireEdit => ({ type: 'replace', oldText, newText });
