/** The environment variable from which the extension host, and inserted code when it runs, may read the key. */
export const environmentKeyVariable = "MACRO_SIGNALS_API_KEY";
