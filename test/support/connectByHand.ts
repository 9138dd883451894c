import { type Workbench } from "./workbench";

/** Connects to a service as a person does: by command, base URL and key. */
export async function connectByHand(
  workbench: Workbench,
  { url, key }: { readonly url: string; readonly key: string },
): Promise<void> {
  const { quickInput } = workbench;
  await workbench.runCommand("Macro Signals: Connect to a Service…");
  await quickInput.wait("Connect to a Service (1/3)");
  await quickInput.type(url);
  await quickInput.waitForMessage("Base URL of the service");
  await quickInput.accept();
  await quickInput.wait("Connect to a Service (2/3)");
  await quickInput.type(key);
  await quickInput.accept();
  await quickInput.wait("Connect to a Service (3/3)");
  await quickInput.accept();
  await quickInput.waitForClose();
  await workbench.notifications.read("Connected to ");
  await workbench.notifications.clear();
}
