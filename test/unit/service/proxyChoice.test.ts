import assert from "node:assert/strict";
import {
  type Environment,
  type ProxySettings,
  chooseProxy,
} from "../../../src/service/proxyChoice";

const unset: ProxySettings = { isOn: true, proxy: "", noProxy: [] };
const set: ProxySettings = { ...unset, proxy: "http://settings.bank:3128" };
const variables: Environment = { HTTPS_PROXY: "http://variable.bank:3128" };

describe("chooseProxy", () => {
  const cases: {
    readonly when: string;
    readonly settings?: ProxySettings;
    readonly environment?: Environment;
    readonly origin?: string;
    readonly host: string | undefined;
  }[] = [
    { when: "nothing is configured", host: undefined },
    { when: "the setting names one", settings: set, host: "settings.bank:3128" },
    { when: "a variable names one", environment: variables, host: "variable.bank:3128" },
    {
      when: "both name one",
      settings: set,
      environment: variables,
      host: "settings.bank:3128",
    },
    {
      when: "lower and upper case differ",
      environment: { ...variables, https_proxy: "http://lower.bank:1" },
      host: "lower.bank:1",
    },
    {
      when: "only ALL_PROXY is there",
      environment: { ALL_PROXY: "all.bank:1", HTTP_PROXY: "plain.bank:1" },
      host: "all.bank:1",
    },
    {
      when: "only http_proxy is there",
      environment: { HTTPS_PROXY: " ", http_proxy: "plain.bank:1" },
      host: "plain.bank:1",
    },
    {
      when: "proxies are off",
      settings: { ...set, isOn: false },
      environment: variables,
      host: undefined,
    },
    {
      when: "the setting exempts the host",
      settings: { ...set, noProxy: ["api.example"] },
      host: undefined,
    },
    {
      when: "the setting exempts another port",
      settings: { ...set, noProxy: ["api.example:444"] },
      host: "settings.bank:3128",
    },
    {
      when: "NO_PROXY exempts the host",
      settings: set,
      environment: { NO_PROXY: "a.b, api.example" },
      host: undefined,
    },
    {
      when: "NO_PROXY exempts the host and the setting another one",
      settings: { ...set, noProxy: ["other.example"] },
      environment: { NO_PROXY: "api.example" },
      host: "settings.bank:3128",
    },
    ...[
      "http://127.0.0.1:8000",
      "http://127.9.9.9",
      "http://localhost:8000",
      "https://[::1]:8000",
    ].map((origin) => ({
      when: `the service is ${origin}`,
      settings: set,
      origin,
      host: undefined,
    })),
  ];
  for (const {
    when,
    settings = unset,
    environment = {},
    origin = "https://api.example",
    host,
  } of cases) {
    it(`takes ${host ?? "none"} when ${when} (PROXY-01)`, () => {
      assert.equal(chooseProxy(origin, settings, environment)?.host, host);
    });
  }

  it("authorizes with the setting (PROXY-01)", () => {
    const settings = { ...unset, authorization: "Bearer token" };
    const chosen = chooseProxy("https://api.example", settings, variables);
    assert.equal(chosen?.authorization, "Bearer token");
  });
});
