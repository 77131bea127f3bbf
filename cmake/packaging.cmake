# What `cmake --install` and `cpack -G DEB` put where. Files that the program writes itself (completions, the default
# configuration) are made while installing, so that building needs none of it.
set(stoa_made ${CMAKE_BINARY_DIR}/packaging)

install(TARGETS stoa RUNTIME DESTINATION bin)
install(CODE "
  file(MAKE_DIRECTORY ${stoa_made})
  function(stoa_write file)
    execute_process(COMMAND env -i \"$<TARGET_FILE:stoa>\" \${ARGN} WORKING_DIRECTORY ${stoa_made}
                    OUTPUT_FILE ${stoa_made}/\${file} COMMAND_ERROR_IS_FATAL ANY)
  endfunction()
  stoa_write(stoa.bash completion bash)
  stoa_write(_stoa completion zsh)
  stoa_write(stoa.fish completion fish)
  stoa_write(default.toml config --example --data.directory=/var/lib/stoa)
  execute_process(COMMAND gzip -9nc ${CMAKE_SOURCE_DIR}/docs/stoa.1 OUTPUT_FILE ${stoa_made}/stoa.1.gz
                  COMMAND_ERROR_IS_FATAL ANY)

  # The unit names the program and its configuration where they are going to be.
  if(CMAKE_INSTALL_PREFIX STREQUAL \"/usr\")
    set(etc /etc)
  else()
    set(etc \${CMAKE_INSTALL_PREFIX}/etc)
  endif()
  file(READ ${CMAKE_SOURCE_DIR}/deploy/systemd/stoa.service unit)
  string(REPLACE /usr/bin/stoa \${CMAKE_INSTALL_PREFIX}/bin/stoa unit \"\${unit}\")
  string(REPLACE /etc/stoa \${etc}/stoa unit \"\${unit}\")
  file(WRITE ${stoa_made}/stoa.service \"\${unit}\")
  # What an administrator has changed stays; a package's own rules for that go before.
  if(NOT EXISTS \$ENV{DESTDIR}\${etc}/stoa/stoa.toml)
    file(INSTALL ${stoa_made}/default.toml DESTINATION \${etc}/stoa RENAME stoa.toml
         PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ)
  endif()
")
install(FILES ${stoa_made}/stoa.bash DESTINATION share/bash-completion/completions RENAME stoa)
install(FILES ${stoa_made}/_stoa DESTINATION share/zsh/vendor-completions)
install(FILES ${stoa_made}/stoa.fish DESTINATION share/fish/vendor_completions.d)
install(FILES ${stoa_made}/stoa.1.gz DESTINATION share/man/man1)
install(FILES ${stoa_made}/stoa.service deploy/systemd/stoa.socket DESTINATION lib/systemd/system)
install(FILES deploy/systemd/stoa.sysusers DESTINATION lib/sysusers.d RENAME stoa.conf)
install(FILES deploy/systemd/stoa.tmpfiles DESTINATION lib/tmpfiles.d RENAME stoa.conf)
# The program has its pages built in; these are for whoever changes them.
install(DIRECTORY templates static translations DESTINATION share/stoa OPTIONAL)
install(DIRECTORY deploy/nginx deploy/caddy DESTINATION share/doc/stoa/examples)
install(FILES docs/operations.md DESTINATION share/doc/stoa)
install(FILES LICENSE DESTINATION share/doc/stoa RENAME copyright)

set(CPACK_GENERATOR DEB)
set(CPACK_SET_DESTDIR ON)
set(CPACK_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGE_NAME stoa)
set(CPACK_PACKAGE_VENDOR Stoa)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "community marketplace in one server")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
"A shop and a feed on one identity, as web pages and as a JSON API, in one
program that needs no other server. Sessions, counters and rankings can be
kept in Redis instead.")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_MAINTAINER "Stoa <stoa@localhost>")
set(CPACK_DEBIAN_PACKAGE_SECTION web)
set(CPACK_DEBIAN_PACKAGE_DEPENDS adduser)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(stoa_debian ${CMAKE_SOURCE_DIR}/deploy/debian)
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA ${stoa_debian}/postinst ${stoa_debian}/prerm ${stoa_debian}/postrm
    ${stoa_debian}/conffiles)
include(CPack)
