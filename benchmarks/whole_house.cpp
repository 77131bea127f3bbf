#include "whole_house.h"

#include "cli/house.h"
#include "engines.h"
#include "keyspace/embedded/embedded_keyspace.h"
#include "large_store.h"
#include "records/collections.h"
#include "records/embedded/embedded_records.h"
#include "sessions.h"

#include <fmt/format.h>

namespace stoa::bench {
namespace {

Settings settings_of(const std::filesystem::path& directory) {
  Settings settings;
  (void)option_table(settings);
  settings.data.directory = directory.string();
  settings.http.port = 0;
  settings.http.proxies = {"127.0.0.1"};
  settings.resp.mode = Settings::Resp::Mode::Off;
  settings.threads.loops = 1;
  return settings;
}

}  // namespace

HouseEngines::HouseEngines(const std::filesystem::path& directory) {
  const Settings settings = settings_of(directory);
  store::Options options;
  options.directory = directory;
  options.row_cache_bytes = settings.store.row_cache_bytes;
  options.block_cache_bytes = settings.store.block_cache_bytes;
  store_ = must(store::open(options));
  keyspace_ = must(keyspace::open_embedded_keyspace(*store_, Clock::system()));
  records::EmbeddedOptions engine;
  engine.sweep_every = {};
  engine.search_directory = directory / "search";
  records_ =
      must(records::open_embedded_records(*store_, Clock::system(), records::all_collections(), engine));
}

HelloServer::Serve whole_house(const std::filesystem::path& directory) {
  return [directory](const auto& tell, const auto& wait) {
    const Settings settings = settings_of(directory);
    HouseEngines engines(directory);
    const auto house = must(cli::House::open(settings, engines, Logger::silent(), std::nullopt));
    wait_until_idle();
    const std::string url = house->url();
    tell(std::stoi(url.substr(url.rfind(':') + 1)));
    wait();
  };
}

Token visitor(std::uint64_t number) {
  return must(Token::parse(session_token(number)));
}

std::string member_name(std::uint64_t number) {
  return fmt::format("member_{}", number);
}

std::string from_address(std::uint64_t visitor) {
  return fmt::format("X-Forwarded-For: 10.{}.{}.{}\r\n", visitor >> 16 & 255, visitor >> 8 & 255,
                     visitor & 255);
}

std::string with_cookie(std::uint64_t number) {
  return from_address(number) + fmt::format("Cookie: stoa_session={}\r\n", visitor(number).text());
}

std::string with_bearer(std::uint64_t number) {
  return from_address(number) + fmt::format("Authorization: Bearer {}\r\nContent-Type: application/json\r\n",
                                            visitor(number).text());
}

}  // namespace stoa::bench
