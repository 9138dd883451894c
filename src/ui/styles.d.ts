/** The build writes the styles that a program imports to one file beside it. */
declare module "*.css";
