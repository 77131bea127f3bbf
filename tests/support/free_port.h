#pragma once

namespace stoa::test {

/// A port of 127.0.0.1 that nobody listens on. Somebody else may take it before it is used: try again then.
int free_port();

}  // namespace stoa::test
