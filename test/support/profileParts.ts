import { type ChartPart } from "../../src/features/chart/protocol";
import { type ProfileState } from "../../src/features/chart/model/viewState";
import { signalPart } from "./chartFrames";

const sectors = [
  "Energy",
  "Materials",
  "Industrials",
  "Consumer Discretionary",
  "Health Care",
  "Information Technology",
  "Communication Services",
];
const ofCountry = ["Inflation", "Labour Market", "Housing", "Private Sector Leverage", "Growth"];
const ofSectors = { "Profit Margins": "MARGIN", Valuation: "VALUATION" };

/** The tag value whose series {@link profileParts} are. */
export const profileOfSpain: ProfileState = {
  tagKind: "country_iso",
  value: "ES",
  count: 61,
  order: "distance",
  failed: 0,
};

/** Series of Spain: five signals of the country, and two of its sectors. */
export function profileParts(): readonly ChartPart[] {
  const named = (signal: string, code: string, ...own: readonly string[]): ChartPart => {
    const identity = {
      title: [signal, "Spain", ...own].join(" · "),
      subject: `${code} v1`,
      variant: ["Spain", ...own].join(" · "),
    };
    const titles = {
      title: [signal, ...own].join(" · "),
      shortTitle: [code, ...own].join(" "),
    };
    return signalPart(identity, { id: `a/${titles.title}`, ...titles });
  };
  return [
    ...ofCountry.map((signal) => named(signal, signal.slice(0, 5).toUpperCase())),
    ...Object.entries(ofSectors).flatMap(([signal, code]) =>
      sectors.map((sector) => named(signal, code, sector)),
    ),
  ];
}
