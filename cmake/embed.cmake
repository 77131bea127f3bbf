# cmake -D OUTPUT=… -D ROOT=… -D FILES=a|b -D EXTRA=name=path -P embed.cmake
# Writes a .cpp that defines stoa::http::embedded_files(): each file's name below ROOT and its text.
string(REPLACE "|" ";" FILES "${FILES}")
string(REPLACE "|" ";" EXTRA "${EXTRA}")

set(rows "")
function(embed name path)
  file(READ "${path}" text)
  string(FIND "${text}" ")stoa\"" breaks)
  if(NOT breaks EQUAL -1)
    message(FATAL_ERROR "${path} holds the end mark of a raw literal and cannot be embedded")
  endif()
  set(rows "${rows}    {\"${name}\", R\"stoa(${text})stoa\"sv},\n" PARENT_SCOPE)
endfunction()

foreach(path IN LISTS FILES)
  file(RELATIVE_PATH name "${ROOT}" "${path}")
  embed("${name}" "${path}")
endforeach()
foreach(pair IN LISTS EXTRA)
  string(REGEX MATCH "^([^=]+)=(.*)$" _ "${pair}")
  embed("${CMAKE_MATCH_1}" "${CMAKE_MATCH_2}")
endforeach()
file(WRITE "${OUTPUT}" "#include \"http/embedded_files.h\"\n\nnamespace stoa::http {\nnamespace {\nusing namespace std::literals;\n\nconstexpr EmbeddedFile kFiles[] = {\n${rows}};\n}  // namespace\n\nstd::span<const EmbeddedFile> embedded_files() {\n  return kFiles;\n}\n\n}  // namespace stoa::http\n")
