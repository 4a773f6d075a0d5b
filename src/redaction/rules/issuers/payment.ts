import { base64url, dashed, exactly, lower, lowerHex, some, type TokenForm, tokens, wordCharacters } from './form.ts';

/** Payment, money and shops. */
export const payment: readonly TokenForm[] = [
  ...tokens(
    'Stripe: secret, restricted and organisation keys',
    'stripe-key',
    ...['sk_live_', 'sk_test_', 'rk_live_', 'rk_test_', 'sk_prod_', 'rk_prod_', 'sk_org_'].map(
      (prefix) => [prefix, '[A-Za-z0-9_]{10,}'] as const,
    ),
  ),
  ...tokens('Stripe, Svix: webhook signing secrets', 'stripe-webhook-secret', ['whsec_', '[A-Za-z0-9+/=]{14,}']),
  ...tokens(
    'Square: access tokens and secrets',
    'square-token',
    ['sq0atp-', some(dashed, 22)],
    ['sq0csp-', some(dashed, 43)],
    ['sq0idp-', some(dashed, 22)],
    ['EAAA', exactly(dashed, 56, 80)],
  ),
  ...tokens(
    'PayPal, Braintree: access tokens',
    'paypal-token',
    ['access_token$', '(?:production|sandbox)\\$[a-z0-9]{12,20}\\$[a-f0-9]{24,40}'],
    ['A21AA', some(dashed, 90)],
  ),
  ...tokens('Adyen: API keys', 'adyen-key', ['AQE', `[A-Za-z0-9+/=]{60,}(?:-[A-Za-z0-9+/=]+)+`]),
  ...tokens(
    'Razorpay: key ids',
    'razorpay-key',
    ['rzp_live_', some(wordCharacters, 14)],
    ['rzp_test_', some(wordCharacters, 14)],
  ),
  ...tokens(
    'Paystack, Flutterwave: secret keys',
    'flutterwave-key',
    ['FLWSECK_TEST-', some(wordCharacters, 32)],
    ['FLWSECK_TEST-', exactly(lowerHex, 12)],
    ['FLWSECK-', some(wordCharacters, 32)],
    ['FLWPUBK_TEST-', some(wordCharacters, 32)],
  ),
  ...tokens(
    'Plaid: access tokens',
    'plaid-token',
    ['access-sandbox-', some(`${lowerHex}-`, 36)],
    ['access-development-', some(`${lowerHex}-`, 36)],
    ['access-production-', some(`${lowerHex}-`, 36)],
    ['link-sandbox-', some(`${lowerHex}-`, 36)],
  ),
  ...tokens(
    'Mollie: API keys',
    'mollie-key',
    ['live_', exactly(wordCharacters, 30, 36)],
    ['test_', exactly(wordCharacters, 30, 36)],
    ['access_', exactly(wordCharacters, 40)],
  ),
  ...tokens('Lob: API keys', 'lob-key', ['live_', exactly(lowerHex, 35)], ['test_', exactly(lowerHex, 35)]),
  ...tokens(
    'GoCardless: tokens',
    'gocardless-token',
    ['live_', exactly(base64url, 40)],
    ['sandbox_', exactly(base64url, 40)],
  ),
  ...tokens(
    'Paddle: API keys',
    'paddle-key',
    ['pdl_live_apikey_', some(`${wordCharacters}_`, 40)],
    ['pdl_sdbx_apikey_', some(`${wordCharacters}_`, 40)],
    ['pdl_ntfset_', some(`${wordCharacters}_/+`, 40)],
  ),
  ...tokens(
    'Polar: access tokens',
    'polar-token',
    ['polar_oat_', some(wordCharacters, 43)],
    ['polar_pat_', some(wordCharacters, 43)],
  ),
  ...tokens('SumUp: API keys', 'sumup-key', ['sup_sk_', some(wordCharacters, 32)]),
  ...tokens(
    'Checkout.com: secret keys',
    'checkout-key',
    ['sk_', exactly(`${lower}*#$=`, 26, 32)],
    ['sk_sbox_', some(`${lower}*#$=`, 26)],
  ),
  ...tokens(
    'Omise, Xendit, Midtrans: secret keys',
    'xendit-key',
    ['xnd_production_', some(wordCharacters, 40)],
    ['xnd_development_', some(wordCharacters, 40)],
    ['skey_', exactly(lower, 19)],
    ['skey_test_', some(lower, 19)],
    ['SB-Mid-server-', some(dashed, 24)],
    ['Mid-server-', some(dashed, 24)],
  ),
  ...tokens(
    'Mercado Pago: access tokens',
    'mercadopago-token',
    ['APP_USR-', `[0-9]{10,20}-[0-9]{6}-${some(lowerHex, 32)}(?:-[0-9]+)?`],
    ['TEST-', `[0-9]{10,20}-[0-9]{6}-${some(lowerHex, 32)}(?:-[0-9]+)?`],
  ),
  ...tokens(
    'EasyPost: API keys',
    'easypost-key',
    ['EZAK', exactly(wordCharacters, 40, 60)],
    ['EZTK', exactly(wordCharacters, 40, 60)],
  ),
  ...tokens(
    'Shippo: tokens',
    'shippo-token',
    ['shippo_live_', some(lowerHex, 40)],
    ['shippo_test_', some(lowerHex, 40)],
  ),
  ...tokens(
    'Duffel: tokens',
    'duffel-token',
    ['duffel_live_', some(base64url, 43)],
    ['duffel_test_', some(base64url, 43)],
  ),
  ...tokens(
    'Shopify: access tokens and app secrets',
    'shopify-token',
    ...['shpat_', 'shpca_', 'shppa_', 'shpss_', 'shptka_', 'shpua_'].map(
      (prefix) => [prefix, some(wordCharacters, 32)] as const,
    ),
  ),
  ...tokens('Coinbase: names of API keys', 'coinbase-key', [
    'organizations/',
    `(${some(`${lowerHex}-`, 36)}/apiKeys/${some(`${lowerHex}-`, 36)})`,
  ]),
];
