/** A control sequence (ECMA-48, 5.4). */
export interface ControlSequence {
  /** `?` of a private sequence, and such; empty in most. */
  readonly prefix: string;
  /** Zero stands for one that was left out. */
  readonly parameters: readonly number[];
  readonly intermediate: string;
  readonly final: string;
}

/** Who hears what a program writes to its terminal. */
export interface TerminalHandler {
  print(text: string): void;
  /** A control character of C0 or C1. */
  execute(code: number): void;
  escape(intermediate: string, final: string): void;
  control(sequence: ControlSequence): void;
}

const maxParameters = 32;
const maxParameter = 0xffff;
const cancel = 0x18;
const substitute = 0x1a;
const escapeCode = 0x1b;
const bell = 0x07;
const stringTerminator = 0x9c;

type State = 'ground' | 'escape' | 'control' | 'ignored control' | 'command' | 'string';

/**
 * Tells text from controls (ECMA-48; the states are those of DEC's terminals, https://vt100.net/emu/dec_ansi_parser). Each unit is
 * looked at once and nothing but a sequence's parameters is held, so time is linear and memory bounded, also where a
 * sequence or a string has no end: CAN, SUB and ESC end them all.
 */
export class TerminalParser {
  readonly #handler: TerminalHandler;
  #state: State = 'ground';
  #prefix = '';
  #intermediate = '';
  #parameters: number[] = [];
  /** Whether what follows `:` is passed over. */
  #isInSubparameter = false;
  /** The first half of a surrogate pair, waiting for the second. */
  #half = '';

  constructor(handler: TerminalHandler) {
    this.#handler = handler;
  }

  push(data: string): void {
    let text = this.#half + data;
    this.#half = '';
    if (/[\ud800-\udbff]$/.test(text)) {
      this.#half = text.slice(-1);
      text = text.slice(0, -1);
    }
    for (let at = 0; at < text.length; ) {
      if (this.#state === 'ground') {
        const end = printableEnd(text, at);
        if (end > at) this.#handler.print(text.slice(at, end));
        at = end;
        if (at === text.length) return;
      }
      const code = text.codePointAt(at) as number;
      this.#take(code);
      at += code > 0xffff ? 2 : 1;
    }
  }

  #take(code: number): void {
    if (code === escapeCode) this.#begin('escape');
    else if (code >= 0x80 && code <= 0x9f) this.#takeC1(code);
    else if (code === cancel || code === substitute) this.#state = 'ground';
    else if (this.#state === 'command' || this.#state === 'string') {
      if (this.#state === 'command' && code === bell) this.#state = 'ground';
    } else if (code < 0x20) this.#handler.execute(code);
    else if (code === 0x7f || this.#state === 'ground') return;
    else if (code > 0x7f) this.#state = this.#state === 'ignored control' ? this.#state : 'ground';
    else if (this.#state === 'escape') this.#takeEscape(String.fromCharCode(code));
    else this.#takeControl(code);
  }

  #takeC1(code: number): void {
    if (code === 0x9b) this.#begin('control');
    else if (code === 0x9d) this.#begin('command');
    else if (code === 0x90 || code === 0x98 || code === 0x9e || code === 0x9f) this.#begin('string');
    else {
      this.#state = 'ground';
      if (code !== stringTerminator) this.#handler.execute(code);
    }
  }

  #takeEscape(character: string): void {
    if (character < '0') {
      this.#intermediate = character;
      return;
    }
    const isIntroducer = this.#intermediate === '' && 'P[]X^_'.includes(character);
    if (!isIntroducer) {
      this.#state = 'ground';
      this.#handler.escape(this.#intermediate, character);
    } else if (character === '[') this.#begin('control');
    else this.#begin(character === ']' ? 'command' : 'string');
  }

  #takeControl(code: number): void {
    const character = String.fromCharCode(code);
    if (code >= 0x40) {
      const isKnown = this.#state === 'control';
      this.#state = 'ground';
      if (!isKnown) return;
      const { prefix, parameters, intermediate } = {
        prefix: this.#prefix,
        parameters: this.#parameters,
        intermediate: this.#intermediate,
      };
      this.#handler.control({ prefix, parameters, intermediate, final: character });
    } else if (this.#state === 'ignored control') return;
    else if (code < 0x30) this.#intermediate = character;
    else if (this.#intermediate !== '') this.#state = 'ignored control';
    else if (code >= 0x3c) this.#takePrefix(character);
    else this.#takeParameter(character);
  }

  #takePrefix(character: string): void {
    if (this.#prefix === '' && this.#parameters.length === 0) this.#prefix = character;
    else this.#state = 'ignored control';
  }

  #takeParameter(character: string): void {
    if (this.#parameters.length === 0) this.#parameters.push(0);
    const last = this.#parameters.length - 1;
    if (character === ';') {
      this.#isInSubparameter = last + 1 >= maxParameters;
      if (!this.#isInSubparameter) this.#parameters.push(0);
    } else if (character === ':') this.#isInSubparameter = true;
    else if (!this.#isInSubparameter)
      this.#parameters[last] = Math.min(maxParameter, (this.#parameters[last] ?? 0) * 10 + Number(character));
  }

  #begin(state: State): void {
    this.#state = state;
    this.#prefix = '';
    this.#intermediate = '';
    this.#parameters = [];
    this.#isInSubparameter = false;
  }
}

/** Where the text ends that is neither C0 nor C1 nor DEL. */
function printableEnd(text: string, start: number): number {
  let end = start;
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end);
    if (code < 0x20 || (code >= 0x7f && code <= 0x9f)) break;
  }
  return end;
}
