// How the tests start Chromium: TENGEN_CHROMIUM names another program than Debian's.

export const CHROMIUM = {
  executablePath: process.env.TENGEN_CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
};
