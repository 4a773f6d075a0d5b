import fc from 'fast-check';

/** The outcome of `npm test` does not hang on chance; `npm run test:random` draws a new seed and says which. */
fc.configureGlobal({ seed: Number(process.env['LIVE_CONTEXT_SEED'] ?? 20_251_009) });
