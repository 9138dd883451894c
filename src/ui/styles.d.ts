/** Styles that a program imports stand beside it as one file. */
declare module "*.css";
