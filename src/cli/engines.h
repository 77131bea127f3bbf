#pragma once
#include "base/disk_figures.h"
#include "base/durable_progress.h"
#include "base/log.h"
#include "base/settings.h"
#include "keyspace/keyspace.h"
#include "records/records.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

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

  /// Whether other processes work on the same data.
  virtual bool keyspace_is_shared() const = 0;
  virtual bool records_are_shared() const = 0;

  /// How far the disk is; answers are kept back until then.
  virtual DurableProgress& progress() = 0;
  virtual DiskFigures figures() const = 0;

  /// A consistent copy of the data directory, also under load, in a directory that must not exist yet.
  virtual Result<void> backup(const std::filesystem::path& target) = 0;
};

/// Whether opening may make a data directory where there is none.
enum class Absent { Make, Refuse };

/// How commands reach engines without naming any.
struct EngineFactory {
  using Tell = std::function<void(std::string_view how_far)>;

  /// May take long when there is much to load, and tells how far it is. NotFound (`data.absent`) with
  /// Absent::Refuse; Unavailable (`store.locked`) when another process has the data directory open.
  std::function<Result<std::unique_ptr<Engines>>(const Settings&, const Logger&, Absent, const Tell&)> open;
};

}  // namespace stoa::cli
