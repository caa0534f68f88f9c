# Fetches the novels of Jane Austen, as R has them, from Debian's archive into the user's cache. Sourced by tools/setup after fetch.sh.
# The cache is keyed by this file's content: a change here makes a new folder, and leaves the toolchain's alone.

gf_book_package=r-cran-janeaustenr

# The novels as they lie in the package, whose R is not needed for them. fetch_book TEMP TARGET
fetch_book() {
  local out=$1/book unpacked=$1/book.deb data=usr/lib/R/site-library/janeaustenr/data/Rdata.rdb
  mkdir -p "$out" "$unpacked"
  say "fetching the novels of Jane Austen"
  (cd "$unpacked" && quietly "$private_apt_folder/book.log" private_apt download "$gf_book_package")
  dpkg -x "$(echo "$unpacked/${gf_book_package}"_*.deb)" "$unpacked"
  cp "$unpacked/$data" "$out/" || fail "the package of the novels is not laid out as expected: it has no $data"
  install_folder "$out" "$2"
}
