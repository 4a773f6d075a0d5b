/** Payment, money and shops. */
export const payment = String.raw`
stripe-key | Stripe: secret, restricted and organisation keys | sk_live_ ~ sk_test_ ~ rk_live_ ~ rk_test_ ~ sk_prod_ ~ rk_prod_ ~ sk_org_ | [A-Za-z0-9_]{10,} | sk_live_51{w97} | sk_live_YOUR_TOKEN_HERE
stripe-webhook-secret | Stripe, Svix: webhook signing secrets | whsec_ | [A-Za-z0-9+/=]{14,} | whsec_{w32} | whsec_YOUR_TOKEN_HERE
square-token | Square: access tokens and secrets | sq0atp- ~ sq0idp- | {s22} | sq0atp-{s22} | sq0atp-YOUR_TOKEN_HERE
square-token | Square: access tokens and secrets | sq0csp- | {s43} | sq0csp-{s43} | sq0csp-YOUR_TOKEN_HERE
square-token | Square: access tokens and secrets | EAAA | {s=56-80} | EAAA{s60} | EAAAYOUR_TOKEN_HERE
paypal-token | PayPal, Braintree: access tokens | access_token$ | (?:production|sandbox)\$[a-z0-9]{12,20}\$[a-f0-9]{24,40} | access_token$production$a{l15}$0{h31} | access_token$YOUR_TOKEN_HERE
paypal-token | PayPal, Braintree: access tokens | A21AA | {s90} | A21AA{s90} | A21AAYOUR_TOKEN_HERE
adyen-key | Adyen: API keys | AQE | [A-Za-z0-9+/=]{60,}(?:-[A-Za-z0-9+/=]+)+ | AQEyhmfxK{b90}-{b43}=-{w16} | AQEYOUR_TOKEN_HERE
razorpay-key | Razorpay: key ids | rzp_live_ ~ rzp_test_ | {w14} | rzp_live_{w14} | rzp_live_YOUR_TOKEN_HERE
flutterwave-key | Paystack, Flutterwave: secret keys | FLWSECK_TEST- ~ FLWSECK- ~ FLWPUBK_TEST- | {w32} | FLWSECK_TEST-{h32}-X | FLWSECK_TEST-YOUR_TOKEN_HERE
flutterwave-key | Paystack, Flutterwave: secret keys | FLWSECK_TEST- | {h=12} | FLWSECK_TEST-{h12} | FLWSECK_TEST-YOUR_TOKEN_HERE
plaid-token | Plaid: access tokens | access-sandbox- ~ access-development- ~ access-production- ~ link-sandbox- | {g36} | access-sandbox-{g} | access-sandbox-YOUR_TOKEN_HERE
mollie-key | Mollie: API keys | live_ ~ test_ | {w=30-36} | live_{w30} | live_YOUR_TOKEN_HERE
mollie-key | Mollie: API keys | access_ | {w=40} | access_{w40} | access_YOUR_TOKEN_HERE
lob-key | Lob: API keys | live_ ~ test_ | {h=35} | live_{h35} | live_YOUR_TOKEN_HERE
gocardless-token | GoCardless: tokens | live_ ~ sandbox_ | {q=40} | live_{s40} | live_YOUR_TOKEN_HERE
paddle-key | Paddle: API keys | pdl_live_apikey_ ~ pdl_sdbx_apikey_ | {i40} | pdl_live_apikey_{l26}_{w22}_{w3} | pdl_live_apikey_YOUR_TOKEN_HERE
paddle-key | Paddle: API keys | pdl_ntfset_ | [A-Za-z0-9_/+]{14,} | pdl_ntfset_{w26}_{w32} | pdl_ntfset_YOUR_TOKEN_HERE
polar-token | Polar: access tokens | polar_oat_ ~ polar_pat_ | {w43} | polar_oat_{w43} | polar_oat_YOUR_TOKEN_HERE
sumup-key | SumUp: API keys | sup_sk_ | {w32} | sup_sk_{w32} | sup_sk_YOUR_TOKEN_HERE
checkout-key | Checkout.com: secret keys | sk_ | [a-z0-9*#$=]{26,32}(?![a-z0-9*#$=]) | sk_{l28} | sk_YOUR_TOKEN_HERE
checkout-key | Checkout.com: secret keys | sk_sbox_ | [a-z0-9*#$=]{14,} | sk_sbox_{l28} | sk_sbox_YOUR_TOKEN_HERE
xendit-key | Omise, Xendit, Midtrans: secret keys | xnd_production_ ~ xnd_development_ | {w40} | xnd_production_{w48} | xnd_production_YOUR_TOKEN_HERE
xendit-key | Omise, Xendit, Midtrans: secret keys | skey_ | {l=19} | skey_{l19} | skey_YOUR_TOKEN_HERE
xendit-key | Omise, Xendit, Midtrans: secret keys | skey_test_ | {l19} | skey_test_{l19} | skey_test_YOUR_TOKEN_HERE
xendit-key | Omise, Xendit, Midtrans: secret keys | SB-Mid-server- ~ Mid-server- | {s24} | SB-Mid-server-{s24} | SB-Mid-server-YOUR_TOKEN_HERE
mercadopago-token | Mercado Pago: access tokens | APP_USR- ~ TEST- | [0-9]{10,20}-[0-9]{6}-{h32}(?:-[0-9]+)? | APP_USR-{d16}-{d6}-{h32}-{d9} | APP_USR-YOUR_TOKEN_HERE
easypost-key | EasyPost: API keys | EZAK ~ EZTK | {w=40-60} | EZAK{w54} | EZAKYOUR_TOKEN_HERE
shippo-token | Shippo: tokens | shippo_live_ ~ shippo_test_ | {h40} | shippo_live_{h40} | shippo_live_YOUR_TOKEN_HERE
duffel-token | Duffel: tokens | duffel_live_ ~ duffel_test_ | {q43} | duffel_live_{s43} | duffel_live_YOUR_TOKEN_HERE
shopify-token | Shopify: access tokens and app secrets | shpat_ ~ shpca_ ~ shppa_ ~ shpss_ ~ shptka_ ~ shpua_ | {w32} | shpat_{h32} | shpat_YOUR_TOKEN_HERE
coinbase-key | Coinbase: names of API keys | organizations/ | ({g36}/apiKeys/{g36}) | organizations/«{g}/apiKeys/{g}» | organizations/YOUR_TOKEN_HERE
`;
