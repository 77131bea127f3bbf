#pragma once
#include "accounts/accounts.h"
#include "accounts/viewers.h"
#include "base/config.h"
#include "base/log.h"
#include "base/settings.h"
#include "cli/control_door.h"
#include "cli/engines.h"
#include "cli/errand.h"
#include "cli/house_metrics.h"
#include "clockwork/clockwork.h"
#include "feed/api.h"
#include "feed/feed.h"
#include "feed/pages_front.h"
#include "http/access_log.h"
#include "http/error_pages.h"
#include "http/metrics.h"
#include "http/page.h"
#include "http/readiness.h"
#include "http/secret.h"
#include "http/server.h"
#include "http/site.h"
#include "records/outbox.h"
#include "resp/server.h"
#include "shop/api.h"
#include "shop/pages_front.h"
#include "shop/shop.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace stoa::cli {

/// All that serves, put together on open engines. Members stand in the order in which they lean on one
/// another; what comes later goes first. What joins the server later is a member, and is named here and
/// nowhere else.
class House {
 public:
  /// `engines` outlives it. `listening_socket` is one that somebody opened for us.
  /// `configured` is shown to administrators.
  static Result<std::unique_ptr<House>> open(const Settings&, Engines& engines, const Logger&,
                                             std::optional<int> listening_socket,
                                             std::vector<ConfiguredValue> configured = {});
  ~House();
  House(const House&) = delete;
  House& operator=(const House&) = delete;

  /// `http://127.0.0.1:8080`.
  std::string url() const;

  /// For whoever asks without a socket.
  http::Site& site() { return *site_; }

  /// Takes no more requests, answers what is under way, ends the jobs.
  void stop();

 private:
  House(const Settings&, Engines&, const Logger&, std::vector<ConfiguredValue>);
  std::vector<clockwork::Job> jobs();
  std::vector<http::Route> routes();
  std::map<std::string, records::Outbox::Listener, std::less<>> listeners();
  http::SiteOptions site_options();
  Result<void> open_domains();
  shop::Api shop_api();
  shop::Front shop_front();
  feed::Front feed_front();
  Result<void> open_pages();
  Result<void> open_site();
  Result<void> open_resp();
  void open_control();
  Result<void> open_doors(std::optional<int> listening_socket);

  // Fixed at construction.
  const Settings& settings_;
  Engines& engines_;
  const Logger log_;
  const std::vector<ConfiguredValue> configured_;

  KeyCount key_count_;
  http::Readiness readiness_;
  records::Outbox outbox_;
  std::optional<http::Secret> secret_;
  std::unique_ptr<accounts::Accounts> accounts_;
  std::optional<accounts::Viewers> viewers_;
  std::unique_ptr<shop::Shop> shop_;
  std::unique_ptr<feed::Feed> feed_;
  std::unique_ptr<http::Pages> pages_;
  std::unique_ptr<http::ErrorPages> error_pages_;
  std::unique_ptr<http::AccessLog> access_log_;
  std::unique_ptr<http::Metrics> metrics_;
  std::optional<http::RequestTimes> request_times_;
  DurableProgress::Subscription commits_;
  std::optional<clockwork::Clockwork> clockwork_;
  std::optional<http::Site> site_;
  std::unique_ptr<http::Server> server_;
  std::unique_ptr<resp::RespServer> resp_;
  std::unique_ptr<ControlDoor> control_;
};

}  // namespace stoa::cli
