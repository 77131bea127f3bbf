#include "http/idempotency.h"

#include "base/fields.h"
#include "base/utf8.h"
#include "http/ascii.h"
#include "http/csrf.h"
#include "http/form.h"
#include "http/multipart.h"
#include "records/collections.h"
#include "records/typed.h"

#include <sodium.h>

#include <algorithm>
#include <fstream>
#include <stdexcept>
#include <vector>

namespace stoa::http {
namespace {

constexpr std::string_view kHeader = "Idempotency-Key";
constexpr std::size_t kLongestKey = 255;

struct StoredHeader {
  std::string name;
  std::string value;
};
StructDescription describe(Described<StoredHeader>) {
  return fields("StoredHeader", field("name", &StoredHeader::name), field("value", &StoredHeader::value));
}

enum class State { InFlight, Done };
EnumDescription describe(Described<State>) {
  return names({{"in_flight", State::InFlight}, {"done", State::Done}});
}

/// Of what need not be kept from whoever measures times.
template <class Bytes>
std::string hex_of(const Bytes& bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string hex(2 * bytes.size(), '\0');
  char* at = hex.data();
  for (const std::uint8_t byte : bytes) {
    *at++ = kDigits[byte >> 4];
    *at++ = kDigits[byte & 15];
  }
  return hex;
}

/// Who the key belongs to, as nobody else can say it.
std::string asker_of(const Call& call) {
  if (call.viewer.id) return "user " + call.viewer.id->hex();
  if (call.viewer.token) return "session " + call.viewer.token->text();
  return "address " + std::string(call.request.client);
}

std::string id_of(const Secret& secret, const Call& call, std::string_view key) {
  std::string text = asker_of(call);
  text += '\n';
  text += name_of(call.request.method);
  text += ' ';
  text += call.request.path;
  text += '\n';
  text += key;
  return hex_of(secret.hash("idempotency", text));
}

class PayloadHash {
 public:
  PayloadHash() { crypto_generichash_init(&state_, nullptr, 0, 32); }
  void add(std::string_view bytes) {
    crypto_generichash_update(&state_, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
  }
  std::string hex() {
    std::array<unsigned char, 32> digest;
    crypto_generichash_final(&state_, digest.data(), digest.size());
    return hex_of(digest);
  }

 private:
  crypto_generichash_state state_;
};

/// A page that is shown again draws the token of its form anew, and the form is the same.
void add_form(PayloadHash& hash, std::string_view fields) {
  while (!fields.empty()) {
    const std::string_view field = cut(fields, '&');
    if (find_field(field, kCsrfField)) continue;
    hash.add(field);
    hash.add("&");
  }
}

std::string payload_of(const Call& call) {
  const Request& request = call.request;
  PayloadHash hash;
  hash.add(request.query);
  hash.add({"\0", 1});
  // A form with files is told apart by its boundary already, which is another each time.
  if (call.form_body().empty() || Multipart::is_one(request))
    hash.add(request.body);
  else
    add_form(hash, call.form_body());
  if (request.upload) {
    std::ifstream file(*request.upload, std::ios::binary);
    std::string part(1 << 16, '\0');
    while (file.read(part.data(), static_cast<std::streamsize>(part.size())) || file.gcount() > 0)
      hash.add({part.data(), static_cast<std::size_t>(file.gcount())});
  }
  return hash.hex();
}

Error in_flight() {
  return {Error::Kind::Conflict, "idempotency.in_flight",
          "a request with this Idempotency-Key is under way; ask again in a moment for its answer"};
}

std::string kept_text(const Response& answer) {
  if (std::holds_alternative<FilePart>(answer.body))
    throw std::logic_error("an answer that is a file cannot be kept under an Idempotency-Key");
  const std::string_view text = text_of(answer.body);
  return answer.seams ? answer.seams->whole_text(text) : std::string(text);
}

}  // namespace

/// As the collection has it. Of an answer under way only the first five are there.
struct KeptAnswer::Stored {
  std::string id;
  std::string payload;
  State state = State::InFlight;
  ObjectId claim;
  Time lease_until;
  Time expires_at;
  std::int32_t status = 0;
  std::string content_type;
  std::vector<StoredHeader> headers;
  std::string body;
};
StructDescription describe(Described<KeptAnswer::Stored>) {
  using Stored = KeptAnswer::Stored;
  return fields("KeptAnswer", field("_id", &Stored::id), field("payload", &Stored::payload),
                field("state", &Stored::state), field("claim", &Stored::claim),
                field("lease_until", &Stored::lease_until), field("expires_at", &Stored::expires_at),
                field("status", &Stored::status), field("content_type", &Stored::content_type),
                field("headers", &Stored::headers), field("body", &Stored::body));
}

Result<std::optional<std::string>> IdempotencyStore::key_of(const Call& call) {
  std::optional<std::string> key;
  if (const auto header = call.request.header(kHeader))
    key = std::string(*header);
  else
    key = call.form(kIdempotencyField);
  if (!key) return key;
  // The draft standard writes it as a quoted string, most clients without the quotes.
  if (key->size() >= 2 && key->front() == '"' && key->back() == '"') key = key->substr(1, key->size() - 2);
  const bool visible = std::ranges::all_of(*key, [](char c) { return c > 0x20 && c < 0x7f; });
  if (key->empty() || key->size() > kLongestKey || !visible)
    return Error{
        Error::Kind::Invalid, "idempotency.key",
        "an Idempotency-Key is 1 to 255 visible ASCII characters; a new UUID for each new request is good"};
  return key;
}

KeptAnswer::KeptAnswer(IdempotencyStore& store, const Call& call, std::string_view key)
    : store_(store),
      id_(id_of(store.secret_, call, key)),
      payload_(payload_of(call)),
      claim_(ObjectId::make(store.clock_.now())) {}

KeptAnswer::Stored KeptAnswer::blank() const {
  const Time now = store_.clock_.now();
  Stored stored;
  stored.id = id_;
  stored.payload = payload_;
  stored.claim = claim_;
  stored.lease_until = now + store_.options_.lease;
  stored.expires_at = now + store_.options_.keep_for;
  return stored;
}

Result<std::optional<KeptAnswer::Stored>> KeptAnswer::read(records::Reader& reader) {
  return records::get<Stored>(reader, records::collections::idempotency(), id_);
}

Result<std::optional<Response>> KeptAnswer::answer_of(const Stored& stored) const {
  const Time now = store_.clock_.now();
  // What the sweeper has not come to yet counts as gone.
  if (stored.expires_at <= now) return std::optional<Response>();
  const bool free = stored.claim == claim_ || stored.lease_until <= now;
  if (stored.state == State::InFlight && free) return std::optional<Response>();
  if (stored.payload != payload_)
    return Error{Error::Kind::Invalid, "idempotency.other_payload",
                 "this Idempotency-Key came before with another request; a new request needs a new key"};
  if (stored.state == State::InFlight) return in_flight();
  Response answer{.status = stored.status, .content_type = stored.content_type, .body = stored.body};
  for (const StoredHeader& header : stored.headers) answer.headers.push_back({header.name, header.value});
  answer.headers.push_back({"Idempotent-Replayed", "true"});
  return std::optional<Response>(std::move(answer));
}

Result<std::optional<Response>> KeptAnswer::instead(const std::optional<Stored>& stored) {
  if (!stored) return std::optional<Response>();
  auto answer = STOA_TRY(answer_of(*stored));
  if (answer) was_kept_ = true;
  return answer;
}

Result<std::optional<Response>> KeptAnswer::find(records::Reader& reader) {
  return instead(STOA_TRY(read(reader)));
}

Result<void> KeptAnswer::write(records::Tx& tx, const Stored& stored, const std::optional<Stored>& before) {
  if (before) return records::replace(tx, records::collections::idempotency(), stored);
  return records::insert(tx, records::collections::idempotency(), stored);
}

// Relaxed is enough: the work's own transaction comes later in the one order, so when that is on disk, the
// mark is.
Result<std::optional<Response>> KeptAnswer::claim() {
  return store_.records_.transact(
      [&](records::Tx& tx) -> Result<std::optional<Response>> {
        const auto stored = STOA_TRY(read(tx));
        if (auto answer = STOA_TRY(instead(stored))) return answer;
        STOA_TRY(write(tx, blank(), stored));
        return std::optional<Response>();
      },
      Durability::Relaxed);
}

Result<void> KeptAnswer::keep(records::Tx& tx, const Response& answer) {
  // Somebody who found this request's lease over may have come between.
  const auto before = STOA_TRY(read(tx));
  if (STOA_TRY(instead(before))) return in_flight();
  Stored stored = blank();
  stored.state = State::Done;
  stored.status = answer.status;
  stored.content_type = answer.content_type;
  for (const Header& header : answer.headers)
    if (!equal_ignoring_case(header.name, "set-cookie"))
      stored.headers.push_back({header.name, header.value});
  stored.body = kept_text(answer);
  // A document's text would come back repaired.
  if (!is_utf8(stored.body))
    throw std::logic_error("an answer that is not text cannot be kept under an Idempotency-Key");
  STOA_TRY(write(tx, stored, before));
  was_kept_ = true;
  return {};
}

Result<void> KeptAnswer::keep(const Response& answer) {
  return store_.records_.transact([&](records::Tx& tx) { return keep(tx, answer); });
}

Result<void> KeptAnswer::release() {
  return store_.records_.transact(
      [&](records::Tx& tx) -> Result<void> {
        const auto stored = STOA_TRY(read(tx));
        if (!stored || stored->claim != claim_ || stored->state != State::InFlight) return {};
        STOA_TRY(tx.remove(records::collections::idempotency(), id_));
        return {};
      },
      Durability::Relaxed);
}

}  // namespace stoa::http
