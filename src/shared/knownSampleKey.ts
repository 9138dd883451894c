/**
 * What other programs are let in with where they can find the embedded sample service, at a port that somebody chose. The
 * extension's own key stays random.
 */
export const knownSampleKey = "sample";
