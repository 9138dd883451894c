import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import MarkdownIt from "markdown-it";
import { packagedManifest, repositoryAt, withoutRelativeLinks } from "../../support/packagedTexts";

/** The targets of the links and pictures of a text, as people reach them. */
function targetsIn(markdown: string): { readonly links: string[]; readonly pictures: string[] } {
  const tokens = new MarkdownIt({ html: true })
    .parse(markdown, {})
    .flatMap(({ children }) => children ?? []);
  const valuesOf = (type: string, name: string): string[] =>
    tokens.filter((token) => token.type === type).map((token) => token.attrGet(name) ?? "");
  return { links: valuesOf("link_open", "href"), pictures: valuesOf("image", "src") };
}

describe("the repository of a package", () => {
  const addresses = [
    {
      when: "GitHub",
      address: "https://github.com/acme/macro",
      url: "https://github.com/acme/macro",
    },
    {
      when: "what git clones from",
      address: "https://github.com/acme/macro.git/",
      url: "https://github.com/acme/macro",
    },
    {
      when: "an address with a token, as build servers provide it",
      address: "https://ci:secret@gitlab.com/acme/macro.git?ref=main#top",
      url: "https://gitlab.com/acme/macro",
    },
    {
      when: "an installation with a port",
      address: "https://github.acme.com:8443/quant/macro",
      url: "https://github.acme.com:8443/quant/macro",
    },
    {
      when: "groups within groups",
      address: "https://gitlab.acme.com/quant/tools/macro",
      url: "https://gitlab.acme.com/quant/tools/macro",
    },
  ];
  for (const { when, address, url } of addresses) {
    it(`is read: ${when}`, () => {
      assert.equal(repositoryAt(address).url, url);
    });
  }

  it("has issues, files and pictures at the addresses that its host documents", () => {
    assert.deepEqual(repositoryAt("https://github.com/acme/macro").pages, {
      bugs: "https://github.com/acme/macro/issues",
      content: "https://github.com/acme/macro/blob/HEAD",
      images: "https://github.com/acme/macro/raw/HEAD",
    });
    assert.deepEqual(repositoryAt("https://gitlab.com/acme/macro").pages, {
      bugs: "https://gitlab.com/acme/macro/-/issues",
      content: "https://gitlab.com/acme/macro/-/blob/HEAD",
      images: "https://gitlab.com/acme/macro/-/raw/HEAD",
    });
  });

  it("has none that are invented for any other host", () => {
    const repository = repositoryAt("https://git.acme.com/github/macro");
    assert.deepEqual(repository, { url: "https://git.acme.com/github/macro" });
    assert.deepEqual(packagedManifest({ qna: false }, repository), {
      qna: false,
      repository: { type: "git", url: "https://git.acme.com/github/macro" },
      homepage: "https://git.acme.com/github/macro",
    });
  });

  const refused = [
    "github.com/acme/macro",
    "git@github.com:acme/macro.git",
    "http://github.com/acme/macro",
    "https://github.com/acme",
    "https://github.com/acme/macro/tree/main",
    "https://ci:secret@gitlab.com/",
  ];
  for (const address of refused) {
    it(`is refused at ${address}, without repeating a password`, () => {
      assert.throws(
        () => repositoryAt(address),
        ({ message }: Error) =>
          message.startsWith("REPOSITORY_URL ") && !message.includes("secret"),
      );
    });
  }
});

describe("a text without relative links", () => {
  const guide = "(run *Macro Signals: Open Guide…*)";
  const cases = [
    {
      when: "a picture in a paragraph of its own",
      text: "One\n\n![A](media/a.png)\n\nTwo\n",
      expected: "One\n\nTwo\n",
    },
    { when: "a picture within a line", text: "One ![A](a.png)two", expected: "One two" },
    {
      when: "a picture on the web",
      text: "![A](https://a.com/a.png)",
      expected: "![A](https://a.com/a.png)",
    },
    { when: "a picture that is a link", text: "One [![A](a.png)](a.png)", expected: "One " },
    {
      when: "a link to the guide",
      text: "See [Charts](media/guide/charts.md).",
      expected: `See Charts ${guide}.`,
    },
    {
      when: "a part of a page",
      text: "See [Keys](./media/guide/charts.md#keys).",
      expected: `See Keys ${guide}.`,
    },
    {
      when: "several links to the guide",
      text: "[Charts](media/guide/charts.md) and [Panels](media/guide/panels.md)\n[Settings](media/guide/settings.md)",
      expected: `Charts and Panels ${guide}\nSettings ${guide}`,
    },
    {
      when: "another file",
      text: "See [CONTRIBUTING.md](CONTRIBUTING.md).",
      expected: "See CONTRIBUTING.md.",
    },
    {
      when: "links that lead somewhere",
      text: "[a](https://a.com/x) [b](#start) [c](mailto:a@a.com) [d](command:a.b)",
      expected: "[a](https://a.com/x) [b](#start) [c](mailto:a@a.com) [d](command:a.b)",
    },
  ];
  for (const { when, text, expected } of cases) {
    it(`is right for ${when}`, () => {
      assert.equal(withoutRelativeLinks(text), expected);
    });
  }

  it("is what becomes of the README, which itself has pictures and links to files", async () => {
    const readme = await readFile("README.md", "utf8");
    const { links, pictures } = targetsIn(readme);
    const files = [...links, ...pictures].filter((target) => !/^(?:https?:|#)/.test(target));
    assert.deepEqual(
      files.filter((file) => !existsSync(file.replace(/#.*/, ""))),
      [],
    );
    assert.ok(pictures.length >= 6 && links.length >= 6, `${pictures.length}, ${links.length}`);
    const packaged = withoutRelativeLinks(readme);
    const left = targetsIn(packaged);
    assert.deepEqual(left.pictures, []);
    assert.deepEqual(
      left.links.filter((target) => !/^(?:https:|#)/.test(target)),
      [],
    );
    const titles = JSON.parse(await readFile("package.nls.json", "utf8")) as Record<string, string>;
    assert.ok(packaged.includes(`run *Macro Signals: ${titles["command.openGuide"]}*`));
  });
});

describe("the README", () => {
  it("has at most 900 words: the rest goes to the guide", async () => {
    const words = (await readFile("README.md", "utf8")).split(/\s+/).filter(Boolean);
    assert.ok(words.length <= 900, `${words.length} words`);
  });
});
