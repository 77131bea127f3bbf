// How jemalloc is set up, read by it before main() runs: memory that start-up and large answers needed once goes
// back to the system within seconds, by a thread of jemalloc's own.
extern "C" {
extern const char* malloc_conf;
const char* malloc_conf = "background_thread:true,dirty_decay_ms:1000,muzzy_decay_ms:0";
}
