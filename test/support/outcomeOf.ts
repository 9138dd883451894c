/** `answered`, or the name of the error that a promise rejects with. */
export async function outcomeOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
    return "answered";
  } catch (error) {
    return error instanceof Error ? error.name : String(error);
  }
}
