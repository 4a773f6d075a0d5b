import { appendFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync, zstdDecompressSync } from 'node:zlib';

/**
 * A model that plays a script, behind the four APIs that agents speak: Anthropic's messages, OpenAI's responses and chat completions, and
 * Gemini's. What a model receives can be checked so; how a real one behaves can not.
 */

type Api = 'anthropic' | 'responses' | 'chat' | 'gemini';

/** One request as the script sees it. */
export interface Turn {
  /** How many tools have answered since the conversation began. */
  readonly step: number;
  /** What they answered, as the model receives it. */
  readonly results: readonly string[];
  /** The names of the tools that are offered. */
  readonly tools: readonly string[];
  /** Everything that was said to it in the conversation, by the user or by the agent for them. */
  readonly said: string;
}

/** What the model does: calls the tool whose name ends so, or says a text. */
export type Move = { readonly tool: string; readonly args?: object } | { readonly text: string };

export type Script = (turn: Turn) => Move | Promise<Move>;

export interface ScriptedModel {
  readonly port: number;
  /** Every turn that offered tools. */
  readonly turns: readonly Turn[];
  close(): void;
}

type Json = { readonly [name: string]: Json } | readonly Json[] | string | number | boolean | null | undefined;

const at = (value: Json, name: string): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as { readonly [name: string]: Json })[name]
    : undefined;
const list = (value: Json): readonly Json[] => (Array.isArray(value) ? value : []);

/** The text in a message's content, whatever its form. */
function textOf(value: Json): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value))
    return value.map((part) => textOf(at(part, 'text') ?? at(part, 'content') ?? part)).join('\n');
  return value === null || value === undefined ? '' : JSON.stringify(value);
}

function apiOf(url: string): Api | null {
  if (/\/messages/.test(url)) return 'anthropic';
  if (/\/responses/.test(url)) return 'responses';
  if (/chat\/completions/.test(url)) return 'chat';
  return /generateContent/i.test(url) ? 'gemini' : null;
}

/** What each API has of tools, results and the user's words. */
const readers: Readonly<Record<Api, (body: Json) => Omit<Turn, 'step'>>> = {
  anthropic: (body) => {
    const parts = list(at(body, 'messages')).flatMap((message) => {
      const content = at(message, 'content');
      return (Array.isArray(content) ? content : [{ type: 'text', text: content }]).map(
        (part: Json) => [message, part] as const,
      );
    });
    return {
      tools: list(at(body, 'tools')).map((tool) => String(at(tool, 'name'))),
      results: parts.flatMap(([, part]) => (at(part, 'type') === 'tool_result' ? [textOf(at(part, 'content'))] : [])),
      said: parts
        .flatMap(([message, part]) => (at(message, 'role') === 'assistant' ? [] : [textOf(at(part, 'text'))]))
        .join('\n'),
    };
  },
  responses: (body) => {
    const items = list(at(body, 'input'));
    const flat = (tools: Json, space = ''): string[] =>
      list(tools).flatMap((tool) =>
        at(tool, 'type') === 'namespace'
          ? flat(at(tool, 'tools'), `${at(tool, 'name')}\0`)
          : [`${space}${at(tool, 'name') ?? at(tool, 'type')}`],
      );
    const isOutput = (item: Json) => /call_output$/.test(String(at(item, 'type')));
    return {
      tools: [...flat(at(body, 'tools')), ...items.flatMap((item) => flat(at(item, 'tools')))],
      results: items.flatMap((item) => (isOutput(item) ? [textOf(at(item, 'output'))] : [])),
      said: items
        .flatMap((item) => (/^(user|developer)$/.test(String(at(item, 'role'))) ? [textOf(at(item, 'content'))] : []))
        .join('\n'),
    };
  },
  chat: (body) => {
    const messages = list(at(body, 'messages'));
    const of = (role: string) =>
      messages.flatMap((one) => (at(one, 'role') === role ? [textOf(at(one, 'content'))] : []));
    return {
      tools: list(at(body, 'tools')).map((tool) => String(at(at(tool, 'function'), 'name'))),
      results: of('tool'),
      said: of('user').join('\n'),
    };
  },
  gemini: (body) => {
    const parts = list(at(body, 'contents')).flatMap((content) =>
      list(at(content, 'parts')).map((part) => [content, part] as const),
    );
    return {
      tools: list(at(body, 'tools')).flatMap((tool) =>
        list(at(tool, 'functionDeclarations')).map((one) => String(at(one, 'name'))),
      ),
      results: parts.flatMap(([, part]) => {
        const response = at(at(part, 'functionResponse'), 'response');
        return response === undefined ? [] : [textOf(at(response, 'output') ?? response)];
      }),
      said: parts
        .flatMap(([content, part]) => (at(content, 'role') === 'user' ? [textOf(at(part, 'text'))] : []))
        .join('\n'),
    };
  },
};

/** The tool that is meant: the shortest name that ends so. */
function toolNamed(wanted: string, tools: readonly string[]): string | null {
  return tools.filter((name) => name.endsWith(wanted)).sort((a, b) => a.length - b.length)[0] ?? null;
}

/** What is answered: a call of a tool, with the space of names that it is in, or a text. */
interface Answer {
  readonly id: string;
  readonly name: string | null;
  readonly space: string | null;
  readonly args: object;
  readonly text: string;
}

type Events = readonly (readonly [event: string | null, data: object | string])[];

/** Each API's answer, whole or as events of a stream. */
const writers: Readonly<
  Record<Api, (answer: Answer, model: Json) => { readonly whole: object; readonly events: Events }>
> = {
  anthropic: ({ id, name, args, text }, model) => {
    const block = name === null ? { type: 'text', text } : { type: 'tool_use', id: `toolu_${id}`, name, input: args };
    const usage = { input_tokens: 10, output_tokens: 5 };
    const stop = { stop_reason: name === null ? 'end_turn' : 'tool_use', stop_sequence: null };
    const message = { id: `msg_${id}`, type: 'message', role: 'assistant', model, content: [block], ...stop, usage };
    const delta =
      name === null ? { type: 'text_delta', text } : { type: 'input_json_delta', partial_json: JSON.stringify(args) };
    const event = (type: string, data: object) => [type, { type, ...data }] as const;
    return {
      whole: message,
      events: [
        event('message_start', { message: { ...message, content: [], stop_reason: null } }),
        event('content_block_start', {
          index: 0,
          content_block: name === null ? { ...block, text: '' } : { ...block, input: {} },
        }),
        event('content_block_delta', { index: 0, delta }),
        event('content_block_stop', { index: 0 }),
        event('message_delta', { delta: stop, usage }),
        event('message_stop', {}),
      ],
    };
  },
  responses: ({ id, name, space, args, text }, model) => {
    const spaced = space === null ? {} : { namespace: space };
    const item =
      name === null
        ? {
            type: 'message',
            id: `msg_${id}`,
            role: 'assistant',
            status: 'completed',
            content: [{ type: 'output_text', text, annotations: [] }],
          }
        : {
            type: 'function_call',
            id: `fc_${id}`,
            call_id: id,
            name,
            ...spaced,
            arguments: JSON.stringify(args),
            status: 'completed',
          };
    const usage = {
      ...{ input_tokens: 10, output_tokens: 5, total_tokens: 15 },
      ...{ input_tokens_details: { cached_tokens: 0 }, output_tokens_details: { reasoning_tokens: 0 } },
    };
    const response = { id: `resp_${id}`, object: 'response', status: 'completed', model, output: [item], usage };
    const event = (type: string, data: object) => [type, { type, ...data }] as const;
    return {
      whole: response,
      events: [
        event('response.created', { response: { ...response, status: 'in_progress', output: [] } }),
        event('response.output_item.added', { output_index: 0, item }),
        event('response.output_item.done', { output_index: 0, item }),
        event('response.completed', { response }),
      ],
    };
  },
  chat: ({ id, name, args, text }, model) => {
    const calls = [{ index: 0, id, type: 'function', function: { name, arguments: JSON.stringify(args) } }];
    const message = {
      role: 'assistant',
      content: name === null ? text : null,
      ...(name === null ? {} : { tool_calls: calls }),
    };
    const reason = name === null ? 'stop' : 'tool_calls';
    const head = { id: `cc_${id}`, model, created: 1 };
    const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
    const chunk = (delta: object, end: string | null, more = {}) =>
      [
        null,
        { ...head, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: end }], ...more },
      ] as const;
    return {
      whole: { ...head, object: 'chat.completion', choices: [{ index: 0, message, finish_reason: reason }], usage },
      events: [chunk(message, null), chunk({}, reason, { usage }), [null, '[DONE]']],
    };
  },
  gemini: ({ name, args, text }) => {
    const part = name === null ? { text } : { functionCall: { name, args }, thoughtSignature: 'c2tpcA==' };
    const whole = {
      candidates: [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP', index: 0 }],
      usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 },
      modelVersion: 'scripted',
    };
    return { whole, events: [[null, whole]] };
  },
};

/** Starts the model. With `log`, every request is added to that file, a line each. */
export async function startScriptedModel(script: Script, log?: string): Promise<ScriptedModel> {
  const turns: Turn[] = [];
  const server = createServer((request, response) => {
    answer(request, response, script, turns, log).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    turns,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  script: Script,
  turns: Turn[],
  log: string | undefined,
): Promise<void> {
  const { url = '', method } = request;
  const body = await bodyOf(request);
  if (log !== undefined) appendFileSync(log, `${JSON.stringify({ method, url, body })}\n`);
  const json = (value: object, status = 200) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  };
  if (method === 'GET' || method === 'HEAD')
    return json(/models/.test(url) ? { object: 'list', data: [{ id: 'scripted', object: 'model' }], models: [] } : {});
  if (/count_?tokens/i.test(url)) return json({ input_tokens: 1_000, totalTokens: 1_000 });
  const api = apiOf(url);
  if (api === null) return json({ error: { message: `unknown ${url}` } }, 404);
  const read = readers[api](body);
  const turn = { step: read.results.length, ...read };
  const move = turn.tools.length === 0 ? { text: 'ok' } : await script(turn);
  if (turn.tools.length > 0) turns.push(turn);
  const found = 'tool' in move ? toolNamed(move.tool, turn.tools) : null;
  const [space, name] = found?.includes('\0') ? found.split('\0') : [null, found];
  const text = 'text' in move ? move.text : found === null ? `NOT OFFERED ${move.tool}` : '';
  const args = 'tool' in move ? (move.args ?? {}) : {};
  const id = `call${turns.length}x${turn.step}`;
  const { whole, events } = writers[api](
    { id, name: name ?? null, space: space ?? null, args, text },
    at(body, 'model'),
  );
  if (api === 'gemini' ? !/stream/i.test(url) : at(body, 'stream') !== true) return json(whole);
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const [event, data] of events) {
    const line = typeof data === 'string' ? data : JSON.stringify(data);
    response.write(`${event === null ? '' : `event: ${event}\n`}data: ${line}\n\n`);
  }
  response.end();
}

async function bodyOf(request: IncomingMessage): Promise<Json> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const raw = Buffer.concat(chunks);
  const encoding = request.headers['content-encoding'];
  const plain = encoding === 'zstd' ? zstdDecompressSync(raw) : encoding === 'gzip' ? gunzipSync(raw) : raw;
  return plain.length === 0 ? null : JSON.parse(plain.toString());
}
