#include "support/redis_server.h"

#include "support/free_port.h"
#include "support/redis_client.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <thread>

namespace stoa::test {
namespace {

using namespace std::chrono_literals;
constexpr auto kPatience = 20s;

void must_run(const std::string& command) {
  if (std::system(command.c_str()) != 0) throw std::runtime_error("failed: " + command);
}

// Between fork and exec only calls that are safe in a child of a process with threads.
[[noreturn]] void become(char* const* arguments, const char* log, pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(127);
  const int out = ::open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  ::dup2(out, STDOUT_FILENO);
  ::dup2(out, STDERR_FILENO);
  ::execvp(arguments[0], arguments);
  ::_exit(127);
}

pid_t spawn(const std::vector<std::string>& command, const std::string& log) {
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  const pid_t parent = ::getpid();
  const pid_t child = ::fork();
  if (child == 0) become(arguments.data(), log.c_str(), parent);
  if (child < 0) throw std::runtime_error("cannot fork to start redis-server");
  return child;
}

}  // namespace

RedisServer::RedisServer(std::vector<std::string> arguments, Tls tls)
    : arguments_(std::move(arguments)), tls_(tls) {
  if (tls_ == Tls::On) make_certificates();
  for (int attempt = 0; attempt < 10; ++attempt) {
    choose_ports();
    if (start() == Start::Answers) return;
  }
  throw std::runtime_error("redis-server found no free port: " + log());
}

RedisServer::~RedisServer() {
  kill();
}

std::string RedisServer::url(int database) const {
  return "redis://127.0.0.1:" + std::to_string(port_) + "/" + std::to_string(database);
}

std::string RedisServer::unix_url(int database) const {
  return "unix://" + socket().string() + "?db=" + std::to_string(database);
}

std::string RedisServer::tls_url() const {
  return "rediss://localhost:" + std::to_string(tls_port_) + "/0?ca=" + ca().string();
}

void RedisServer::kill() {
  if (pid_ < 0) return;
  ::kill(pid_, SIGKILL);
  ::waitpid(pid_, nullptr, 0);
  pid_ = -1;
}

void RedisServer::restart() {
  kill();
  if (start() != Start::Answers) throw std::runtime_error("redis-server lost its port: " + log());
}

void RedisServer::stop() {
  ::kill(pid_, SIGSTOP);
  ::waitpid(pid_, nullptr, WUNTRACED);
}

void RedisServer::cont() {
  ::kill(pid_, SIGCONT);
}

void RedisServer::choose_ports() {
  port_ = free_port();
  if (tls_ == Tls::On) tls_port_ = free_port();
}

void RedisServer::make_certificates() const {
  const std::string in_directory = "cd '" + directory_.path().string() + "' && ";
  const std::string quiet = " >>openssl.log 2>&1";
  const std::string key = " -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2";
  must_run(in_directory + "openssl req -x509" + key + " -subj '/CN=Test CA' -keyout ca.key -out ca.crt" +
           quiet);
  must_run(in_directory + "openssl req" + key +
           " -subj '/CN=localhost' -addext subjectAltName=DNS:localhost -keyout server.key -out server.csr" +
           quiet);
  must_run(in_directory +
           "openssl x509 -req -in server.csr -CA ca.crt -CAkey ca.key -CAcreateserial -days 2"
           " -copy_extensions copy -out server.crt" +
           quiet);
}

std::vector<std::string> RedisServer::command_line() const {
  std::vector<std::string> words{"redis-server",
                                 "--port",
                                 std::to_string(port_),
                                 "--bind",
                                 "127.0.0.1",
                                 "--unixsocket",
                                 socket(),
                                 "--dir",
                                 directory_.path(),
                                 "--save",
                                 "",
                                 "--appendonly",
                                 "no",
                                 "--daemonize",
                                 "no",
                                 "--loglevel",
                                 "notice"};
  if (tls_ == Tls::On) {
    const auto& in = directory_.path();
    words.insert(words.end(), {"--tls-port", std::to_string(tls_port_), "--tls-cert-file", in / "server.crt",
                               "--tls-key-file", in / "server.key", "--tls-ca-cert-file", in / "ca.crt",
                               "--tls-auth-clients", "optional"});
  }
  words.insert(words.end(), arguments_.begin(), arguments_.end());
  return words;
}

RedisServer::Start RedisServer::start() {
  std::filesystem::remove(socket());
  pid_ = spawn(command_line(), directory_.path() / "redis.log");
  try {
    return wait_until_it_answers();
  } catch (...) {
    kill();
    throw;
  }
}

RedisServer::Start RedisServer::wait_until_it_answers() {
  const auto deadline = std::chrono::steady_clock::now() + kPatience;
  while (std::chrono::steady_clock::now() < deadline) {
    if (::waitpid(pid_, nullptr, WNOHANG) == pid_) {
      pid_ = -1;
      if (log().find("Address already in use") != std::string::npos) return Start::PortTaken;
      throw std::runtime_error("redis-server ended at once: " + log());
    }
    if (auto client = RedisClient::try_connect(socket())) {
      const RedisReply reply = client->command({"PING"});
      if (reply.text == "PONG" || reply.text.starts_with("NOAUTH")) return Start::Answers;
    }
    std::this_thread::sleep_for(2ms);
  }
  throw std::runtime_error("redis-server does not answer: " + log());
}

std::string RedisServer::log() const {
  std::ostringstream text;
  text << std::ifstream(directory_.path() / "redis.log").rdbuf();
  return text.str();
}

}  // namespace stoa::test
