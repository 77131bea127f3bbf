#include "http/readiness.h"

namespace stoa::http {

Readiness::Readiness(std::vector<Engine> engines, std::chrono::milliseconds every)
    : engines_(std::move(engines)), every_(every), shared_(Shared{ask()}), watcher_([this] { watch(); }) {}

Readiness::~Readiness() {
  shared_.lock()->stopping = true;
  stop_.notify_all();
  watcher_.join();
}

std::vector<EngineState> Readiness::states() const {
  return shared_.lock()->states;
}

void Readiness::watch() {
  const auto stopping = [](const Shared& shared) { return shared.stopping; };
  while (!shared_.lock().wait_for(stop_, every_, stopping)) {
    auto states = ask();
    shared_.lock()->states = std::move(states);
  }
}

std::vector<EngineState> Readiness::ask() const {
  std::vector<EngineState> states;
  for (const Engine& engine : engines_) {
    auto answer = engine.ping();
    states.push_back({engine.port, engine.name,
                      answer.ok() ? std::nullopt : std::optional<Error>(std::move(answer).error())});
  }
  return states;
}

}  // namespace stoa::http
