#pragma once
#include "base/log.h"
#include "base/settings.h"
#include "keyspace/keyspace.h"
#include "records/records.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <string>

namespace stoa::cli {

/// The two ports, opened on the engines that the settings name. Destroying it closes them, in the right
/// order.
class Engines {
 public:
  virtual ~Engines() = default;

  virtual keyspace::Keyspace& keyspace() = 0;
  virtual records::Records& records() = 0;

  /// "embedded", "redis".
  virtual std::string keyspace_name() const = 0;
  virtual std::string records_name() const = 0;
};

/// How commands reach engines without naming any.
struct EngineFactory {
  /// May take long when there is much to load; logs how far it is.
  std::function<Result<std::unique_ptr<Engines>>(const Settings&, const Logger&)> open;
  /// Copies the data directory, which no other process may have open, into `target`, which must not exist
  /// yet. NotFound (`backup.nothing`) when there is no data directory.
  std::function<Result<void>(const Settings&, const std::filesystem::path& target)> backup;
};

}  // namespace stoa::cli
