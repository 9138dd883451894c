// What imports what: `npm run check:circles`.
export default {
  forbidden: [
    {
      name: "no-circles",
      comment: "Modules that need each other are one module, or have a third one below them.",
      severity: "error",
      from: { path: "^src" },
      to: { circular: true },
    },
  ],
  options: { doNotFollow: { path: "node_modules" }, tsPreCompilationDeps: true },
};
