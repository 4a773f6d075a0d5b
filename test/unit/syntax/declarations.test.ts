import { expect, test } from 'vitest';
import { declarationsIn } from '../../../src/syntax/declarations.ts';

test.each([
  ['export default async function parseAll(text: string) {', 'parseAll'],
  ['interface Entry extends Chunk {', 'Entry'],
  ['export const maxBytes = 4;', 'maxBytes'],
  ['  async #readRules(folder: string): Promise<void> {', 'readRules'],
  ['  private static of<T>(one: T): Box<T> {', 'of'],
  ['async def fetch_all(session):', 'fetch_all'],
  ['func (s *Server) Serve(l net.Listener) error {', 'Serve'],
  ['type Server struct {', 'Server'],
  ['pub(crate) fn decode(bytes: &[u8]) -> Result<String> {', 'decode'],
  ['macro_rules! vec_of {', 'vec_of'],
  ['static int parse_header(const char *text) {', 'parse_header'],
  ['#define MAX_LINES 3', 'MAX_LINES'],
  ['  def self.build(attrs)', 'build'],
  ['defmodule Shop.Cart do', 'Shop'],
  ['cleanup() {', 'cleanup'],
  ['pub mod config;', 'config'],
  ['    public void close() throws IOException {', 'close'],
  ['    public override string ToString()', 'ToString'],
  ['    public int Count { get; private set; }', 'Count'],
  ['    internal static readonly Regex Pattern = new Regex("a");', 'Pattern'],
  ['    public ?string $name;', 'name'],
  ['  private readonly size?: number;', 'size'],
  ['static int parse(char *text)\n{', 'parse'],
  ['fun total(items: List<Item>): Int {', 'total'],
])('%j declares %s', (line, name) => {
  expect(declarationsIn(`\n${line}\n`)).toContainEqual({ name, line: 2 });
});

test.each([
  ...['  addIssue(context, {', "describe('a thing', () => {", "test('a thing', function () {", '  if (isReady) {'],
  ...['  for (const one of all) {', '  const local = 1;', '    async for item in read():', '    async options => {'],
  ...['  type Chunk,', '  type Agent as HttpAgent,', "import { type Chunk } from './chunk.ts';"],
  ...["import type http from 'node:http';", '// a type of thing, as every class has'],
  ...['interface that permits any kind of search', '    messages and the function will never'],
  '  """An example:\n\n  def example():\n  """',
])('%j declares nothing', (line) => {
  expect(declarationsIn(line)).toEqual([]);
});

test('a hostile text takes no time out of proportion', () => {
  const start = performance.now();
  for (const part of ['a ', 'a(', 'public a ', 'public static ', 'x<', '(', 'function ', '@a ', 'a.b:c '])
    declarationsIn(`${part.repeat(8_000 / part.length)}\n`.concat(`${part.repeat(900 / part.length)}\n`.repeat(8)));
  expect(performance.now() - start).toBeLessThan(5_000);
});
