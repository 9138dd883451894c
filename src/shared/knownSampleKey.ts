/**
 * The key with which other programs may use the embedded sample service when a person has given it a fixed port. The
 * extension itself uses a random key.
 */
export const knownSampleKey = "sample";
