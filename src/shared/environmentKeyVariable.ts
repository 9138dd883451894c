/** The environment variable that a key may come from: to the extension host, and to inserted code when it runs. */
export const environmentKeyVariable = "MACRO_SIGNALS_API_KEY";
