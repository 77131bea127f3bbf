#include "http/welcome.h"

#include <fmt/format.h>

namespace stoa::http {
namespace {

constexpr std::string_view kPage = R"html(<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Stoa</title>
<link rel="stylesheet" href="/stoa.css">
</head>
<body>
<header><a class="mark" href="/">Stoa</a><span class="muted">{version}</span></header>
<main>
<h1>The hall is open.</h1>
<p class="lead">Stoa is a community marketplace in one server: a shop, a feed, a gallery and challenges on one identity.
Its four rooms are not furnished yet; below are the engines they will stand on.</p>

<section aria-labelledby="engines">
<h2 id="engines">Engines</h2>
<ul class="cards">
{engines}</ul>
</section>

<section aria-labelledby="doors">
<h2 id="doors">Doors</h2>
<dl>
<div><dt><a href="/livez">/livez</a></dt><dd>200 while the process runs</dd></div>
<div><dt><a href="/readyz">/readyz</a></dt><dd>200 while every engine serves, else 503 naming the one that does not</dd></div>
</dl>
</section>

<section aria-labelledby="next">
<h2 id="next">On the command line</h2>
<dl>
<div><dt><code>./run config</code></dt><dd>every option with its help, value, and where the value came from</dd></div>
<div><dt><code>./run keys</code></dt><dd>every key of the keyspace</dd></div>
<div><dt><code>./run --help</code></dt><dd>the rest</dd></div>
</dl>
</section>
</main>
</body>
</html>
)html";

constexpr std::string_view kStylesheet = R"css(@layer reset, tokens, elements, layout, components;
@layer reset { *, ::before, ::after { box-sizing: border-box; } body, h1, h2, p, ul, dl, dd { margin: 0; padding: 0; } }
@layer tokens {
  :root {
    --ground: #fbfaf7; --surface: #ffffff; --ink: #1f2328; --muted: #5c6470; --accent: #b3451f;
    --good: #2f6f4f; --bad: #a12a2a; --line: #e4e1da; --corner: 8px;
  }
  @media (prefers-color-scheme: dark) {
    :root {
      --ground: #15171a; --surface: #1d2024; --ink: #e9e6e1; --muted: #a3a9b2; --accent: #f0946b;
      --good: #7fc8a0; --bad: #ff9a94; --line: #31353b;
    }
  }
}
@layer elements {
  body { background: var(--ground); color: var(--ink); font: 17px/1.5 system-ui, sans-serif; }
  h1 { font-size: 2.074em; line-height: 1.2; }
  h2 { font-size: 1.2em; }
  a { color: var(--accent); }
  a:focus-visible { outline: 3px solid var(--accent); outline-offset: 4px; border-radius: 2px; }
  code { font: 0.9em ui-monospace, monospace; }
}
@layer layout {
  header, main { max-width: 70ch; margin: 0 auto; padding: 0 24px; }
  header { display: flex; align-items: baseline; gap: 12px; padding-block: 24px; }
  main { padding-block: 24px 64px; display: grid; gap: 40px; }
  section { display: grid; gap: 16px; }
  .cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 240px), 1fr)); gap: 16px; list-style: none; }
}
@layer components {
  .mark { color: inherit; font-weight: 650; letter-spacing: 0.02em; text-decoration: none; padding: 8px 0; }
  .muted, dd { color: var(--muted); }
  .lead { font-size: 1.2em; max-width: 55ch; margin-top: -24px; }
  .card { background: var(--surface); border: 1px solid var(--line); border-radius: var(--corner); padding: 16px 20px; }
  .card strong { display: block; text-transform: capitalize; }
  .state::before { content: ""; display: inline-block; width: 0.6em; height: 0.6em; margin-right: 8px; border-radius: 50%; background: currentColor; }
  .good { color: var(--good); }
  .bad { color: var(--bad); overflow-wrap: anywhere; }
  dl > div { display: grid; grid-template-columns: minmax(0, 10em) 1fr; gap: 0 16px; padding: 8px 0; border-top: 1px solid var(--line); }
  @media (max-width: 480px) { dl > div { grid-template-columns: 1fr; } }
}
)css";

std::string escaped(std::string_view text) {
  std::string html;
  for (const char c : text) {
    switch (c) {
      case '&':
        html += "&amp;";
        break;
      case '<':
        html += "&lt;";
        break;
      case '>':
        html += "&gt;";
        break;
      case '"':
        html += "&quot;";
        break;
      default:
        html += c;
    }
  }
  return html;
}

std::string card(const EngineState& engine) {
  const auto state =
      engine.trouble ? fmt::format("<span class=\"state bad\">{}</span>", escaped(engine.trouble->message))
                     : std::string("<span class=\"state good\">serving</span>");
  return fmt::format("<li class=\"card\"><strong>{}</strong><span class=\"muted\">{}</span><br>{}</li>\n",
                     escaped(engine.port), escaped(engine.name), state);
}

}  // namespace

std::string welcome_page(const std::vector<EngineState>& engines, std::string_view version) {
  std::string cards;
  for (const EngineState& engine : engines) cards += card(engine);
  return fmt::format(kPage, fmt::arg("version", escaped(version)), fmt::arg("engines", cards));
}

std::string_view welcome_stylesheet() {
  return kStylesheet;
}

}  // namespace stoa::http
