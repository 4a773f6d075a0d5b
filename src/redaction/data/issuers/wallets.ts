/** Wallets. */
export const wallets = String.raw`
wallet-key | BIP-32: extended private keys | xprv ~ yprv ~ zprv ~ tprv ~ uprv ~ vprv ~ Yprv ~ Zprv | {x107} | xprv9{x106} | xprvYOUR_TOKEN_HERE
nostr-key | Nostr: secret keys (NIP-19, NIP-49) | nsec1 | {n58} | nsec1{n58} | nsec1YOUR_TOKEN_HERE
nostr-key | Nostr: secret keys (NIP-19, NIP-49) | ncryptsec1 | {n150} | ncryptsec1{n155} | ncryptsec1YOUR_TOKEN_HERE
rpc-key | Infura, Alchemy: addresses with keys | .infura.io/v3/ | ({h=32}) | https://mainnet.infura.io/v3/«{h32}» | .infura.io/v3/YOUR_TOKEN_HERE | any
rpc-key | Infura, Alchemy: addresses with keys | .alchemy.com/v2/ | ({s32}) | https://eth-mainnet.g.alchemy.com/v2/«{s32}» | .alchemy.com/v2/YOUR_TOKEN_HERE | any
rpc-key | Infura, Alchemy: addresses with keys | alcht_ | {w30} | alcht_{w30} | alcht_YOUR_TOKEN_HERE
rpc-key | Infura, Alchemy: addresses with keys | .quiknode.pro/ | ({h40}) | https://example.quiknode.pro/«{h40}» | .quiknode.pro/YOUR_TOKEN_HERE | any
sui-key | Sui: private keys | suiprivkey1 | {n58} | suiprivkey1{n59} | suiprivkey1YOUR_TOKEN_HERE
near-key | NEAR, Aptos: private keys | ed25519: | {x=80-90} | ed25519:{x88} | ed25519:YOUR_TOKEN_HERE
near-key | NEAR, Aptos: private keys | ed25519-priv-0x | {h64} | ed25519-priv-0x{h64} | ed25519-priv-0xYOUR_TOKEN_HERE
tezos-key | Tezos: secret keys | edsk | {x=50-94} | edsk{x50} | edskYOUR_TOKEN_HERE
tezos-key | Tezos: secret keys | edesk1 | {x=80-90} | edesk1{x80} | edesk1YOUR_TOKEN_HERE
`;
