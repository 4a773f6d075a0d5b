import { anywhere, dashed, exactly, lowerHex, some, type TokenForm, tokens, wordCharacters } from './form.ts';

/** Wallets. */
export const wallets: readonly TokenForm[] = [
  ...tokens(
    'BIP-32: extended private keys',
    'wallet-key',
    ...['xprv', 'yprv', 'zprv', 'tprv', 'uprv', 'vprv', 'Yprv', 'Zprv'].map(
      (prefix) => [prefix, some('1-9A-HJ-NP-Za-km-z', 107)] as const,
    ),
  ),
  ...tokens(
    'Nostr: secret keys (NIP-19, NIP-49)',
    'nostr-key',
    ['nsec1', some('02-9ac-hj-np-z', 58)],
    ['ncryptsec1', some('02-9ac-hj-np-z', 150)],
  ),
  ...tokens(
    'Infura, Alchemy: addresses with keys',
    'rpc-key',
    ['.infura.io/v3/', `(${exactly(lowerHex, 32)})`, anywhere],
    ['.alchemy.com/v2/', `(${some(dashed, 32)})`, anywhere],
    ['alcht_', some(wordCharacters, 30)],
    ['.quiknode.pro/', `(${some(lowerHex, 40)})`, anywhere],
  ),
  ...tokens('Sui: private keys', 'sui-key', ['suiprivkey1', some('02-9ac-hj-np-z', 58)]),
  ...tokens(
    'NEAR, Aptos: private keys',
    'near-key',
    ['ed25519:', exactly('1-9A-HJ-NP-Za-km-z', 80, 90)],
    ['ed25519-priv-0x', some(lowerHex, 64)],
  ),
  ...tokens(
    'Tezos: secret keys',
    'tezos-key',
    ['edsk', exactly('1-9A-HJ-NP-Za-km-z', 50, 94)],
    ['edesk1', exactly('1-9A-HJ-NP-Za-km-z', 80, 90)],
  ),
];
