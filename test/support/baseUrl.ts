import { type BaseUrl, parseBaseUrl } from "../../src/service/baseUrl";

export function baseUrl(text: string): BaseUrl {
  const parsed = parseBaseUrl(text);
  if (!parsed.ok) throw new Error(`${text}: ${parsed.problem}`);
  return parsed.baseUrl;
}
