# Fetches the web servers that the tests of a release start, from Debian's archive into the user's cache. Installed, nginx would serve on this machine from then on; unpacked, it
# only lies there. apache2-bin and what both are linked with are installed by tools/setup: they start nothing. Sourced by tools/setup after fetch.sh. The cache is
# keyed by this file's content: a change here makes a new folder.

# The server, its table of types, and Apache's settings.
gf_server_packages=(nginx nginx-common apache2)

# Fetches the servers of the Debian release that this machine has, as they are linked with its libraries. fetch_servers TEMP TARGET
fetch_servers() {
  local out=$1/servers packages=$1/server_packages deb
  mkdir -p "$out" "$packages"
  say "fetching nginx"
  [[ -n $(archive_address) ]] || as_root apt-get update -qq || true
  (cd "$packages" && quietly "$1/servers.log" apt-get download "${gf_server_packages[@]}")
  for deb in "$packages"/*.deb; do dpkg -x "$deb" "$out"; done
  [[ -x $out/usr/sbin/nginx && -f $out/etc/nginx/mime.types && -f $out/etc/apache2/mods-available/mime.conf ]] || fail "the web servers are not laid out as expected: $out"
  install_folder "$out" "$2"
}
